import { describe, expect, it } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { transaction } from '#platform/db/transaction.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, createStaff } from '#tests/support/staff.ts';
import type { CodeMask, PinMask } from '../../oversight/import-guard/masks/format.ts';
import { type Random, seededRandom } from '../../oversight/import-guard/numbers/seeded-random.ts';
import { createProgramme } from '../programmes/create-programme.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { commitChunk } from './commit/commit-chunk.ts';
import { checkFile } from './upload/check-file.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { importer, activeProgramme, openBatch, importText, programmeFacts } = await createStaff(shop);

const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const numeric = (length: number, prefix = ''): CodeMask => ({ kind: 'numeric', length, prefix });
const alnum = (groups: number[], sep: '' | '-' | ' ', alphabet = MIXED): CodeMask => ({
  kind: 'alnum',
  groups,
  sep,
  alphabet,
});
const digits = (length: number): PinMask => ({ kind: 'numeric', length });
const claim: CodeMask = { kind: 'link', host: 'claim.issuer.example', path: '/g/', length: 26, alphabet: MIXED };

describe('a mask that a whole card number fits', () => {
  it.each<[string, CodeMask, PinMask | null]>([
    ['ten digits with a PIN of ten', numeric(10), digits(10)],
    ['nine digits with a PIN of eleven', numeric(9), digits(11)],
    ['eleven digits with a PIN of eleven', numeric(11), digits(11)],
    ['19 digits and the letter X', alnum([19], '', '0123456789X'), null],
  ])('is refused when its programme is proposed: %s', async (_what, code, pin) => {
    const refused = await refusal(createProgramme(ctx, importer, programmeFacts({ code_format: { code, pin } })));
    expect(refused.errors).toHaveProperty('code_format');
    expect(refused.message).toMatch(/IG-13/);
  });

  it('of a programme that was approved by an earlier release takes no more files', async () => {
    const { id } = await activeProgramme();
    const batch_id = await openBatch(id);
    await sql`update programmes set code_format = ${sql.json({ code: numeric(10), pin: digits(10) })} where id = ${id}`;
    expect((await refusal(importText(batch_id, 'code,pin,face_value\n4012888888,8818811229,25.00'))).message).toMatch(
      /IG-13/,
    );
  });
});

describe('a file that carries a whole card number', () => {
  it.each<[string, CodeMask, PinMask | null, string]>([
    ['in code and PIN', alnum([4, 4, 4], '-'), digits(4), '4012-8888-8888,1881'],
    ['in code and PIN, with spaces', alnum([4, 4, 4], ' '), digits(4), '4012 8888 8888,1881'],
    ['with its last digit in the PIN', alnum([5, 5, 5], '-'), digits(6), '40128-88888-88188,122812'],
    ['in a link', claim, null, 'https://claim.issuer.example/g/ABCDE7401288888888188122ABC,'],
  ])('is refused as a whole: %s', async (_what, code, pin, row) => {
    const { id } = await activeProgramme({ code_format: { code, pin } });
    const batch_id = await openBatch(id);
    const refused = await refusal(importText(batch_id, `code,pin,face_value\n${row},25.00`));
    expect(refused.message).toMatch(/IG-05/);
    expect(await sql`select from cards where batch_id = ${batch_id}`).toEqual([]);
    expect(
      await sql`
        select details ->> 'rule' as rule from audit_entries where subject = ${batch_id} order by id desc limit 1`,
    ).toEqual([{ rule: 'IG-05' }]);
  });
});

describe('a file whose codes carry card numbers at a fixed place (IG-24)', () => {
  const LONG = { code: numeric(19, '600649'), pin: digits(8) };
  const ZEROS = { code: numeric(16, '0000'), pin: null };
  const free = (random: Random, count: number) => Array.from({ length: count }, () => random(10)).join('');
  const card = (random: Random, prefix: string, length: number) => {
    const body = prefix + free(random, length - 1 - prefix.length);
    return body + luhnDigit(body);
  };
  /** Rows that hold a number behind the prefix and into the PIN. */
  const carrying = (seed: string, count: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => {
      const number = card(random, '4', 16);
      return `600649${number.slice(0, 13)},${number.slice(13)}${free(random, 5)},25.00`;
    });
  };
  const HEADER = 'code,pin,face_value\n';
  const stateOf = async (id: string) => (await sql`select state from programmes where id = ${id}`)[0]!.state;

  it('is refused as a whole, its programme suspended and the back office told, without a value', async () => {
    const { id } = await activeProgramme({ code_format: LONG });
    const batch_id = await openBatch(id);
    const rows = carrying('whole', 40);
    const refused = await refusal(importText(batch_id, HEADER + rows.join('\n')));
    expect(refused.message).toMatch(/IG-24, row (1\d|2\d)\)/);
    expect(await sql`select from cards where batch_id = ${batch_id}`).toEqual([]);
    expect(await stateOf(id)).toBe('suspended');
    const audit = await sql`
        select actor_id, action, details from audit_entries where subject in (${id}, ${batch_id})
        order by id desc limit 2`;
    expect(audit).toMatchObject([
      { actor_id: importer.user.id, action: 'programme.suspended', details: { batch_id, rule: 'IG-24' } },
      { action: 'batch.refused', details: { rule: 'IG-24' } },
    ]);
    const alerts = await sql`select kind, details from alerts where subject = ${id}`;
    expect(alerts).toMatchObject([{ kind: 'programme.suspended', details: { batch_id, rule: 'IG-24' } }]);
    const kept = JSON.stringify([audit, alerts, await sql`select * from programme_statistics`]);
    for (const row of rows) expect(kept).not.toContain(row.slice(6, 19));
    expect((await refusal(importText(batch_id, `${HEADER}6006491111111111111,73041526,25.00`))).code).toBe('conflict');
    const buyerSees = await shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }))(listAlerts, {
      query: { open: '1' },
    });
    expect(buyerSees.body.data.find(({ subject }) => subject === id)!.sentence).toMatch(/was suspended .* \(IG-24\)/);
  });

  it('is refused where the mask leaves twelve digits behind zeros', async () => {
    const { id } = await activeProgramme({ code_format: ZEROS });
    const batch_id = await openBatch(id);
    const random = seededRandom('zeros');
    const rows = Array.from({ length: 40 }, () => `0000${card(random, '50', 12)},25.00`);
    expect((await refusal(importText(batch_id, `code,face_value\n${rows.join('\n')}`))).message).toMatch(/IG-24/);
    expect(await stateOf(id)).toBe('suspended');
  });

  it('is refused where it looks like one honest code in some hundred thousand, as soon as there is a second one', async () => {
    const { id } = await activeProgramme({ code_format: { code: alnum([4, 4], '-'), pin: digits(8) } });
    const random = seededRandom('halves');
    const row = () => card(random, '4', 16).replace(/^(.{4})(.{4})/, '$1-$2,');
    const one = await importText(await openBatch(id), `code,pin,face_value\n${row()},25.00`);
    expect(one).toMatchObject({ imported: 1 });
    const more = [row(), row(), row()].map((cells) => `${cells},25.00`);
    const refused = await refusal(importText(await openBatch(id), HEADER + more.join('\n')));
    expect(refused.message).toMatch(/IG-24/);
    expect(await stateOf(id)).toBe('suspended');
  });

  it('is found over several files, of which none is enough, and counts a code only once', async () => {
    const { id } = await activeProgramme({ code_format: LONG });
    const rows = carrying('files', 12);
    for (const part of [rows.slice(0, 4), rows.slice(0, 8), rows.slice(0, 8), rows.slice(0, 8)]) {
      await importText(await openBatch(id), HEADER + part.join('\n'));
      expect(await stateOf(id)).toBe('active');
    }
    expect((await refusal(importText(await openBatch(id), HEADER + carrying('more', 12).join('\n')))).message).toMatch(
      /IG-24/,
    );
    expect(await stateOf(id)).toBe('suspended');
  });

  it('is found while it is imported too, if only files that were checked beside it make it certain', async () => {
    const { id } = await activeProgramme({ code_format: LONG });
    const check = async (seed: string) => {
      const bytes = chunks(HEADER + carrying(seed, 9).join('\n'));
      return checkFile(ctx, importer, { batch_id: await openBatch(id), file_name: 'a.csv', bytes });
    };
    const files = [await check('first'), await check('second'), await check('third')];
    const run = async (import_id: string) => {
      await transaction(ctx.sql, (tx) => beginCommit(ctx, tx, importer, import_id));
      while (await commitChunk(ctx, importer, import_id));
    };
    for (const file of files) if ((await stateOf(id)) === 'active') await run(file.id);
    expect(await stateOf(id)).toBe('suspended');
    const [refused] = await sql<{ id: string; refused_rule: string }[]>`
      select i.id, refused_rule from imports i join batches b on b.id = i.batch_id
      where b.programme_id = ${id} and i.state = 'refused'`;
    expect(refused?.refused_rule).toBe('IG-24');
    expect(await sql`select from cards where import_id = ${refused!.id} and state <> 'void'`).toEqual([]);
    expect(await sql`select from import_chunks where import_id = ${refused!.id}`).toEqual([]);
  });

  it('is not what honest stock looks like', async () => {
    const { id } = await activeProgramme({ code_format: LONG });
    const random = seededRandom('honest');
    const rows = Array.from({ length: 2000 }, () => `600649${free(random, 13)},${free(random, 8)},25.00`);
    expect(await importText(await openBatch(id), HEADER + rows.join('\n'))).toMatchObject({ imported: 2000 });
    expect(await stateOf(id)).toBe('active');
    const [kept] = await sql`select sealed from programme_statistics where programme_id = ${id}`;
    expect(kept!.sealed.length).toBeGreaterThan(1000);
  });
});
