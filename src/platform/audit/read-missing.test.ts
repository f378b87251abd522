import { expect, test } from 'vitest';
import { createTestShop } from '#tests/support/shop.ts';
import { anchorLine } from './anchor-line.ts';
import { readMissing } from './read-missing.ts';
import { sealAudit } from './seal-audit.ts';

const { sql, ctx } = await createTestShop();

const anchorAt = (position: number, at: string) =>
  anchorLine(ctx.vault, {
    number: position,
    at,
    position,
    link: 'ab',
    unkeyed: 0,
    renewed: false,
    after: '',
  }).line;

test('anchors from elsewhere say how many entries a restored log lacks, and until when', async () => {
  await sql`insert into audit_entries (action) values ('test.one'), ('test.two')`;
  await sealAudit(sql, ctx.vault);
  const early = anchorAt(2, '2026-11-26T09:00:00.000Z');
  const late = anchorAt(7, '2026-11-26T11:00:00.000Z');
  const later = anchorAt(5, '2026-11-26T10:00:00.000Z');
  const none = { anchors: 1, foreign: 0, missing: 0, until: null };
  expect(await readMissing(sql, ctx.vault, [early])).toEqual(none);
  expect(await readMissing(sql, ctx.vault, [late, early, later])).toEqual({
    anchors: 3,
    foreign: 0,
    missing: 5,
    until: '2026-11-26T11:00:00.000Z',
  });
  expect(await readMissing(sql, ctx.vault, [late.replace('"position":7', '"position":70'), 'no anchor'])).toEqual({
    anchors: 0,
    foreign: 2,
    missing: 0,
    until: null,
  });
});
