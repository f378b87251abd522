import { expect, test } from 'vitest';
import * as contract from '#contracts/office/periods.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { closeLedgerDays } from '../sums/close-ledger-days.ts';
import { encodeWindows1252 } from './windows-1252.ts';

const shop = await createTestShop();
const { sql } = shop;
const [one, other] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
];
const reader = shop.as(one);
const MONTH = { month: '2026-03' };
const march = { from: '2026-03-01', to: '2026-03-31' };

/** A top-up at a time of the past. */
async function fundAt(at: string, cents: number) {
  const buyer = await shop.createUser({ balance_cents: cents });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update ledger_transfers set created_at = ${at}::text::timestamptz where credit_account_id = (
        select id from ledger_accounts where owner_id = ${buyer.id} and kind = 'available')`;
  });
}
await fundAt('2026-02-28T23:59:59.999Z', 1);
await fundAt('2026-03-31T23:59:59.999999Z', 1234567);
await fundAt('2026-03-01T00:00:00Z', 20);
await fundAt('2026-03-01T12:00:00Z', 300);
await fundAt('2026-04-01T00:00:00Z', 4000);

async function setChart(accounts: contract.AccountNumber[], year_begins = 1) {
  const reason = 'as the adviser numbers them';
  await reader(contract.proposeChart, { body: { accounts, consultant: 29098, client: 55003, year_begins, reason } });
  const proposal_id = (await reader(contract.getChart)).body.data.proposal!.id;
  await shop.as(other)(contract.decideChart, { body: { proposal_id, decision: 'approved', reason } });
  shop.clock.advance(1000);
}
/** The bytes of a file for DATEV, and its lines and fields. */
async function datev(detail: 'days' | 'transfers', month = '2026-03') {
  const response = await shop.app.request(`http://localhost/api/admin/months/${month}/datev?detail=${detail}`, {
    headers: { authorization: `Bearer ${one.token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const lines = new TextDecoder('windows-1252').decode(bytes).split('\r\n');
  expect(lines.pop(), 'each line ends').toBe('');
  return { type: response.headers.get('content-type'), bytes, lines, fields: lines.map((line) => line.split(';')) };
}
const journal = async (detail: 'days' | 'transfers') =>
  String((await reader(contract.exportJournal, { params: MONTH, query: { detail } })).body)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test('the journal of a month has its transfers in the order of time, or the sums of its days', async () => {
  const [head, ...rows] = await journal('transfers');
  const column = (name: string, of = rows) => of.map((row) => row[head!.indexOf(name)]);
  expect(column('amount_usd')).toEqual(['0.20', '3.00', '12345.67']);
  expect(column('day')).toEqual(['2026-03-01', '2026-03-01', '2026-03-31']);
  const [, ...sums] = await journal('days');
  expect(column('amount_usd', sums)).toEqual(['3.20', '12345.67']);
  expect(column('transfers', sums)).toEqual(['2', '1']);
  await closeLedgerDays(shop.ctx);
  expect((await journal('days')).slice(1), 'from sums of days').toEqual(sums);
  const audits = await sql`select details from audit_entries where action = 'books.journal_exported' order by id`;
  expect(audits[0]).toEqual({ details: { month: '2026-03', detail: 'transfers' } });
});

test('a journal of more transfers than are read at a time has each of them once', async () => {
  const count = 2001;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
      select debit_account_id, credit_account_id, 1, kind, 'many:' || n,
        '2026-05-01T12:00:00.000001Z'::timestamptz + n * interval '7 microseconds'
      from (select * from ledger_transfers where kind = 'top_up' limit 1) one, generate_series(1, ${count}) n`;
  });
  const { body } = await reader(contract.exportJournal, { params: { month: '2026-05' } });
  const [head, ...rows] = String(body).trimEnd().split('\r\n');
  const at = head!.split(',').indexOf('transfer');
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map((row) => row.split(',')[at])).size).toBe(count);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from ledger_transfers where unique_key like 'many:%'`;
  });
});

test('without a chart, or with an account that has no number in it, there is no file for DATEV', async () => {
  expect((await reader(contract.exportDatev, { params: MONTH })).status).toBe(409);
  await setChart([{ kind: 'available', number: '1710', tax_key: null }]);
  const { status, body } = await reader(contract.exportDatev, { params: MONTH });
  expect([status, body.message]).toEqual([409, expect.stringContaining('Ether received')]);
});

test('a file for DATEV has header, columns and encoding of its description', async () => {
  await setChart([
    { kind: 'available', number: '1710', tax_key: null },
    { kind: 'crypto_eth', number: '1200', tax_key: '9' },
    { kind: 'seller_paid', number: '70000', tax_key: null },
  ]);
  await sql`update users set locale = 'de' where id = ${one.id}`;
  const { type, bytes, lines, fields } = await datev('transfers');
  expect(type).toBe('text/csv; charset=windows-1252');
  const made = shop.clock.now().toISOString().replaceAll(/\D/g, '');
  expect(lines[0]).toBe(
    `"EXTF";700;21;"Buchungsstapel";13;${made};;"RE";"";"";29098;55003;20260101;4;20260301;20260331;"Facevalue 2026-03";"";1;0;0;"USD";;"";;;"";;;"";""`,
  );
  expect(fields[0]).toHaveLength(31);
  for (const row of fields.slice(1)) expect(row).toHaveLength(125);
  expect(fields[1]!.slice(6, 9)).toEqual(['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel']);
  expect([fields[1]![87], fields[1]![113], fields[1]![124]]).toEqual(['Stück', 'Festschreibung', 'Abw. Skontokonto']);
  expect(bytes, 'ü as one byte').toContain(0xfc);
  expect(fields[4]!.slice(0, 14)).toEqual([
    '12345,67',
    '"S"',
    '"USD"',
    '',
    '',
    '',
    '1200',
    '1710',
    '"9"',
    '3103',
    expect.stringMatching(/^"\d+"$/),
    '',
    '',
    '"Aufladung"',
  ]);
});

test('the sums of a file for DATEV are those of the trial balance, by transfer and by day', async () => {
  const { data } = (await reader(contract.getTrialBalance, { query: march })).body;
  const cents = (amount: string) => Number(amount.replace(',', ''));
  for (const detail of ['days', 'transfers'] as const) {
    const rows = (await datev(detail)).fields.slice(2);
    expect(rows).toHaveLength(detail === 'days' ? 2 : 3);
    const sum = (number: string | null, place: number) =>
      rows.filter((row) => row[place] === number).reduce((all, row) => all + cents(row[0]!), 0);
    for (const { number, debited_cents, credited_cents } of data)
      expect([number, sum(number, 6), sum(number, 7)]).toEqual([number, debited_cents, credited_cents]);
  }
  expect((await datev('days')).fields[2]!.slice(9, 14)).toEqual(['0103', '"2026-03-01"', '', '', '"Aufladung (2)"']);
});

test('the header says when the financial year began, also where that is the year before', async () => {
  const accounts = [
    { kind: 'available', number: '171000', tax_key: null },
    { kind: 'crypto_eth', number: '120000', tax_key: null },
  ];
  await setChart(accounts, 7);
  expect((await datev('days')).fields[0]!.slice(12, 14)).toEqual(['20250701', '6']);
  await setChart(accounts, 3);
  expect((await datev('days')).fields[0]![12]).toBe('20260301');
});

test('more transfers than DATEV takes are refused, their sums are not', async () => {
  // So many, without booking them.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into ledger_days (day, debit_kind, credit_kind, kind, transfers, cents)
      values ('2026-01-15', 'crypto_eth', 'available', 'top_up', 100000, 100000)`;
  });
  const ask = (detail: 'days' | 'transfers') =>
    reader(contract.exportDatev, { params: { month: '2026-01' }, query: { detail } });
  expect((await ask('transfers')).status).toBe(409);
  expect((await ask('days')).status).toBe(200);
});

test('what is no month is not found, and only who reads the books exports them', async () => {
  for (const month of ['2026-13', '2026-3', '1999-01'])
    expect((await reader(contract.exportJournal, { params: { month } })).status).toBe(404);
  for (const duties of [['support'], ['importer'], ['publisher']]) {
    const outsider = shop.as(await shop.createUser({ role: 'admin', duties }));
    expect((await outsider(contract.exportJournal, { params: MONTH })).status).toBe(403);
    expect((await outsider(contract.exportDatev, { params: MONTH })).status).toBe(403);
  }
});

test('Windows-1252 has a byte for each of its letters, and a question mark for all others', () => {
  expect([...encodeWindows1252('A€“ü')]).toEqual([0x41, 0x80, 0x93, 0xfc]);
  expect([...encodeWindows1252('u\u0308Ω😀')]).toEqual([0xfc, 0x3f, 0x3f]);
});
