import { afterEach, describe, expect, it } from 'vitest';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { chunks, codeNumber, createStaff } from '#tests/support/staff.ts';
import { approveBatchAs } from '../../demo/people/approve-as.ts';
import { GUARD_VERSION } from '../../oversight/import-guard/scan/rule.ts';
import { dataKeyAad } from '../batches/secrets/card-secret.ts';
import { createProgramme } from '../programmes/create-programme.ts';
import { importCards } from './import-cards.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const { importer, approver, activeProgramme, openBatch, importText, programmeFacts, setReference } = staff;

const cardsOf = (batch_id: string) => sql<
  { state: string; face_cents: number; price_cents: number; expires_on: string | null; sealed: Buffer }[]
>`
  select state, face_cents, price_cents, expires_on, sealed from cards where batch_id = ${batch_id}
  order by face_cents, id`;
const lastAudit = async (batch_id: string) =>
  (
    await sql<{ action: string; details: Record<string, unknown> }[]>`
    select action, details from audit_entries where subject = ${batch_id} order by id desc limit 1`
  )[0]!;

/** Everything the database stores, as one string. */
async function everythingStored(): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  let all = '';
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select row_to_json(t)::text as text from ${sql(name)} t`;
    all += rows.map(({ text }) => text).join('\n');
  }
  return all;
}

describe('a file of cards', () => {
  afterEach(() => setReference('EUR', 1));

  it('is judged and priced by the rate of the day it is imported, not of the day its batch was opened', async () => {
    await setReference('GBP', 1.27);
    const { id } = await activeProgramme({ currency: 'GBP', face_values_cents: [150_000] });
    const batch = await openBatch(id, { discount_bp: 0 });
    await setReference('GBP', 1.34);
    const report = await importText(batch, `code,pin,face_value\n${codeNumber(970)},730415,1500\n`);
    expect(report).toMatchObject({ imported: 0, refused: 1, refused_rows: [{ rule: 'IG-20', column: 'face_value' }] });
    await setReference('GBP', 1.3);
    expect(await importText(batch, `code,pin,face_value\n${codeNumber(970)},730415,1500\n`)).toMatchObject({
      imported: 1,
    });
    expect(await cardsOf(batch)).toMatchObject([{ face_cents: 150_000, price_cents: 195_000 }]);
    await setReference('GBP', 1.27);
  });

  it('is imported as unconfirmed, priced by the batch, with sealed secrets, and audited by its hash', async () => {
    const { id } = await activeProgramme();
    await setReference('EUR', 1.08);
    const batch = await openBatch(id, { discount_bp: 500 });
    const report = await importText(
      batch,
      `code,pin,face_value,currency,expires_on\n${codeNumber(1)},730415,25.00,EUR,2040-01-31\n${codeNumber(2)},111111,10,EUR,\n`,
    );
    expect(report).toMatchObject({ imported: 2, refused: 0, refused_rows: [] });
    const cards = await cardsOf(batch);
    expect(cards.map(({ sealed: _, ...card }) => card)).toEqual([
      { state: 'unconfirmed', face_cents: 1000, price_cents: 1026, expires_on: null },
      { state: 'unconfirmed', face_cents: 2500, price_cents: 2565, expires_on: '2040-01-31' },
    ]);
    const stored = await everythingStored();
    expect(stored).not.toContain(codeNumber(1));
    expect(stored).not.toContain('730415');
    expect(await lastAudit(batch)).toMatchObject({
      action: 'batch.imported',
      details: {
        imported: 2,
        refused: 0,
        file_sha256: report.file_sha256,
        guard_version: GUARD_VERSION,
        range_table_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  it('has its misfits refused by number and rule, and the rest imported', async () => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    const report = await importText(
      batch,
      [
        'code,pin,face_value,currency,expires_on',
        `${codeNumber(10)},730415,25.00,EUR,`,
        'NOT-A-CODE,730415,25.00,EUR,',
        `${codeNumber(11)},7304,25.00,EUR,`,
        `${codeNumber(12)},730415,30.00,EUR,`,
        `${codeNumber(13)},730415,25.00,USD,`,
        `${codeNumber(14)},730415,25.00,EUR,2001-01-01`,
        `${codeNumber(10)},999999,25.00,EUR,`,
        `${codeNumber(15)},730415,,EUR,`,
        `${codeNumber(16)},730415`,
        `${codeNumber(17)},730415,50.00,EUR,`,
      ].join('\n'),
    );
    expect(report).toMatchObject({ imported: 2, quarantined: [{ rules: ['IG-20'], cards: 2 }], refused: 6 });
    expect(report.refused_rows).toEqual([
      { row: 3, rule: 'IG-15', column: 'code' },
      { row: 4, rule: 'IG-15', column: 'pin' },
      { row: 7, rule: 'IG-21', column: 'expires_on' },
      { row: 8, rule: 'IG-19', column: 'code' },
      { row: 9, rule: 'IG-20', column: 'face_value' },
      { row: 10, rule: 'IG-15', column: null },
    ]);
    expect((await cardsOf(batch)).map(({ state }) => state).toSorted()).toEqual([
      'quarantined',
      'quarantined',
      'unconfirmed',
      'unconfirmed',
    ]);
    expect(await everythingStored()).not.toContain('NOT-A-CODE');
  });

  it('may leave the face value out where the programme has only one', async () => {
    const { id } = await activeProgramme({ face_values_cents: [1500] });
    const batch = await openBatch(id);
    await importText(batch, `code,pin\n${codeNumber(30)},730415\n`);
    expect(await cardsOf(batch)).toMatchObject([{ face_cents: 1500 }]);
  });

  it('has codes refused that are in stock already, sold and written differently too', async () => {
    const { batch_id } = await staff.onSale([{ code: codeNumber(40) }, { code: codeNumber(41) }]);
    await sql`update cards set state = 'sold' where batch_id = ${batch_id}`;
    const { id } = await activeProgramme({
      code_format: { code: { kind: 'alnum', groups: [15], sep: '', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' } },
    });
    const batch = await openBatch(id);
    const bare = (n: number) => codeNumber(n).replaceAll('-', '');
    const report = await importText(
      batch,
      `code,face_value\n${bare(40)},25.00\n${bare(42)},25.00\n${bare(41)},10.00\n`,
    );
    expect(report.refused_rows).toEqual([
      { row: 2, rule: 'IG-19', column: 'code' },
      { row: 4, rule: 'IG-19', column: 'code' },
    ]);
    expect(report.imported).toBe(1);
  });

  it('of a US programme that expires within five years waits for a decision', async () => {
    const { id } = await activeProgramme({ country: 'US', currency: 'USD' });
    const batch = await openBatch(id);
    const year = ctx.clock.now().getUTCFullYear();
    const report = await importText(
      batch,
      `code,pin,face_value,expires_on\n${codeNumber(50)},730415,25.00,${year + 4}-12-31\n${codeNumber(51)},730415,25.00,${year + 6}-01-01\n`,
    );
    expect(report).toMatchObject({ imported: 1, quarantined: [{ rules: ['IG-21'], cards: 1 }], refused: 0 });
  });

  it('of many thousand rows is imported in chunks', async () => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    const rows = Array.from({ length: 3001 }, (_, n) => `${codeNumber(1000 + n)},730415,25.00`);
    expect(await importText(batch, `code,pin,face_value\n${rows.join('\n')}`)).toMatchObject({
      imported: 3001,
      refused: 0,
    });
    expect(await cardsOf(batch)).toHaveLength(3001);
  });
});

it('keeps no serial number and no reference, which nobody would see and which could carry anything', async () => {
  const { id } = await activeProgramme();
  const batch = await openBatch(id);
  const csv = `code,pin,face_value,serial,activation_ref\n${codeNumber(7700)},730415,25.00,4012K8888K8888K1881,0529K123\n`;
  expect(await importText(batch, csv)).toMatchObject({ imported: 1 });
  const [card] = await sql<{ id: string; sealed: Buffer; data_key: Buffer }[]>`
    select c.id, c.sealed, b.data_key from cards c join batches b on b.id = c.batch_id where b.id = ${batch}`;
  const key = ctx.vault.unwrap(card!.data_key, dataKeyAad(batch));
  expect(JSON.parse(ctx.vault.open(key, card!.sealed, `card ${card!.id} of ${id}`))).toEqual({
    code: codeNumber(7700),
    pin: '730415',
    url: null,
  });
});

describe('payment-card or personal data in a file', () => {
  const CANARY = '4929421234567897';
  const good = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${codeNumber(from + n)},730415,25.00,S${n}`);
  const HEADER = 'code,pin,face_value,serial';

  it.each<[string, string, object]>([
    ['a PAN in place of a code', `${CANARY},730415,25.00,S1`, { rule: 'IG-01', column: 'code' }],
    [
      'a PAN in groups, in another script',
      `${codeNumber(90)},730415,25.00,٤٩٢٩-٤٢١٢-٣٤٥٦-٧٨٩٧`,
      { rule: 'IG-01', column: 'serial' },
    ],
    ['a PAN inside a text', `${codeNumber(90)},730415,25.00,no ${CANARY} yet`, { rule: 'IG-02', column: 'serial' }],
    ['a track', `${codeNumber(90)},730415,25.00,${CANARY}=30121010000000`, { rule: 'IG-04', column: 'serial' }],
    ['an e-mail address', `${codeNumber(90)},730415,25.00,ann@example.com`, { rule: 'IG-16', column: 'serial' }],
  ])('refuses the whole file for %s in its last row, and keeps none of it', async (_what, row, expected) => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    const csv = [HEADER, ...good(5000, 1200), row].join('\n');
    shop.logged.length = 0;
    const error = await refusal(importText(batch, csv));
    expect(error.code).toBe('invalid');
    expect(error.message).toMatch(/row 1202/);
    expect(error.errors).toHaveProperty('file');
    expect(await cardsOf(batch)).toEqual([]);
    expect(await sql`select state, file_sha256 from batches where id = ${batch}`).toEqual([
      { state: 'draft', file_sha256: null },
    ]);
    const audit = await lastAudit(batch);
    expect(audit).toMatchObject({
      action: 'batch.refused',
      details: { ...expected, row: 1202, file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const traces = `${await everythingStored()}${shop.logged.join()}${error.stack}${JSON.stringify(error)}`;
    for (const secret of [CANARY, '٤٩٢٩', 'ann@example.com', '30121010']) expect(traces).not.toContain(secret);
  });

  it.each<[string, string, object]>([
    ['a column of payment-card data', 'code,pin,CVC\nx,y,z', { rule: 'IG-11', row: 1, column: '3' }],
    ['an unknown column', 'code,colour\nx,y', { rule: 'IG-12', row: 1, column: '2' }],
    ['no code', 'pin\nx', { rule: 'IG-12', row: 1, column: null }],
    ['nothing at all', '', { rule: 'IG-12', row: 0, column: null }],
    ['bytes that are no text', 'PK\u0003\u0004', { rule: 'IG-18', row: 0, column: null }],
    ['an open quote', 'code,pin\n"A,B', { rule: 'IG-18' }],
  ])('refuses a file with %s', async (_what, csv, expected) => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    expect((await refusal(importText(batch, csv))).code).toBe('invalid');
    expect((await lastAudit(batch)).details).toMatchObject(expected);
  });

  it('names the hash of the whole file, though it was refused at its start', async () => {
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    const csv = `code,cvv\n${'x,1\n'.repeat(50_000)}`;
    await refusal(importText(batch, csv));
    const expected = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(csv))).toString('hex');
    expect((await lastAudit(batch)).details).toMatchObject({ file_sha256: expected });
  });
});

describe('an import', () => {
  const csv = `code,pin,face_value\n${codeNumber(70)},730415,25.00\n`;

  it('is for importers only', async () => {
    const { id } = await activeProgramme();
    const batch_id = await openBatch(id);
    expect((await refusal(importCards(ctx, approver, { batch_id, file_name: 'a.csv', bytes: chunks(csv) }))).code).toBe(
      'forbidden',
    );
  });

  it('needs a batch, which takes a file only once', async () => {
    expect((await refusal(importText(crypto.randomUUID(), csv))).code).toBe('not_found');
    const { id } = await activeProgramme();
    const batch = await openBatch(id);
    await importText(batch, csv);
    expect((await refusal(importText(batch, csv))).message).toBe(
      'This batch already has this very file. Nothing was added.',
    );
    expect(await cardsOf(batch)).toHaveLength(1);
  });

  it('needs an approved programme', async () => {
    const { id } = await createProgramme(ctx, importer, programmeFacts());
    expect((await refusal(openBatch(id))).code).toBe('conflict');
    const active = await activeProgramme();
    const batch = await openBatch(active.id);
    await sql`update programmes set state = 'suspended' where id = ${active.id}`;
    expect((await refusal(importText(batch, csv))).code).toBe('conflict');
  });

  it('needs the very file that the supplier announced', async () => {
    const { id } = await activeProgramme();
    const other = await openBatch(id, { file_sha256: Buffer.alloc(32, 9) });
    expect((await refusal(importText(other, csv.replace(codeNumber(70), codeNumber(71))))).message).toMatch(/SHA-256/);
    expect(await cardsOf(other)).toEqual([]);
  });

  it('can be followed by an approval of somebody else only', async () => {
    const { id } = await activeProgramme();
    const both = await staff.admin(['importer', 'approver']);
    const batch_id = await openBatch(id);
    await importCards(ctx, both, {
      batch_id,
      file_name: 'a.csv',
      bytes: chunks(csv.replace(codeNumber(70), codeNumber(72))),
    });
    expect((await refusal(approveBatchAs(ctx, both, { batch_id }))).code).toBe('forbidden');
    await approveBatchAs(ctx, approver, { batch_id });
  });
});
