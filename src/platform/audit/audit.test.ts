import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { appendAudit } from './append-audit.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const { sql } = await createTestDatabase();
const append = (subject: string) =>
  appendAudit(sql, { actor_id: null, action: 'test.happened', subject, details: { n: 1, b: true, a: 'x' } });

/** Changes the log as an attacker would who gets past the append-only triggers. */
const tamper = (work: (tx: Parameters<Parameters<typeof sql.begin>[1]>[0]) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx);
  });

beforeEach(async () => {
  await tamper(async (tx) => {
    await tx`delete from audit_chain`;
    await tx`delete from audit_entries`;
  });
  for (const subject of ['one', 'two', 'three']) await append(subject);
});

test('a chain that nobody touched holds, sealed at once or bit by bit', async () => {
  expect(await sealAudit(sql)).toBe(3);
  await append('four');
  expect(await sealAudit(sql)).toBe(1);
  expect(await verifyAudit(sql)).toEqual({ entries: 4, problems: [] });
});

test('two sealers at once chain each entry once', async () => {
  const counts = await Promise.all([sealAudit(sql), sealAudit(sql), sealAudit(sql)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect((await verifyAudit(sql)).problems).toEqual([]);
});

test('an entry of a transaction that commits late is chained after the others', async () => {
  await sealAudit(sql);
  const late = await sql.reserve();
  await late`begin`;
  await late`insert into audit_entries (action, subject) values ('test.happened', 'late')`;
  await append('early');
  await sealAudit(sql);
  await late`commit`;
  late.release();
  expect(await sealAudit(sql)).toBe(1);
  expect(await verifyAudit(sql)).toEqual({ entries: 5, problems: [] });
});

test.for([
  ['a changed entry', "update audit_entries set details = '{\"n\": 2}' where subject = 'two'", /entry \d+ differs/],
  [
    'a changed time',
    "update audit_entries set at = at + interval '1 microsecond' where subject = 'two'",
    /entry \d+ differs/,
  ],
  ['a removed entry', "delete from audit_entries where subject = 'two'", /entry \d+ is gone/],
  ['a removed link', 'delete from audit_chain where position = 2', /position 2 of the chain is missing/],
  [
    'swapped subjects',
    "update audit_entries set subject = case subject when 'one' then 'two' when 'two' then 'one' else subject end",
    /entry \d+ differs/,
  ],
] as const)('%s breaks the chain and is named', async ([, statement, problem]) => {
  await sealAudit(sql);
  await tamper((tx) => tx.unsafe(statement));
  const { problems } = await verifyAudit(sql);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(problem);
});

test('the log refuses change, removal and truncation', async () => {
  await expect(sql`update audit_entries set subject = 'x'`).rejects.toThrow('append-only');
  await expect(sql`delete from audit_entries`).rejects.toThrow('append-only');
  await sealAudit(sql);
  await expect(sql`update audit_chain set position = position + 10`).rejects.toThrow('append-only');
  await expect(sql`truncate audit_chain`).rejects.toThrow('append-only');
});
