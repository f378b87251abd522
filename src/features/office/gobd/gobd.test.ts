import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { exportGobd } from '#contracts/office/gobd.ts';
import { getTrialBalance } from '#contracts/office/periods.ts';
import * as tax from '#contracts/office/tax.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { issueInvoices } from '../tax/invoices/issue-invoices.ts';
import { zipFiles } from './files/zip-files.ts';

const shop = await createTestShop();
const { sql } = shop;
const [one, other, auditor] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['auditor'] }),
];
const today = new Date().toISOString().slice(0, 10);
const year = today.slice(0, 4);
const reason = 'As agreed';
/** What a spreadsheet would run. */
const FORMULA = `=cmd|'/C calc'!A0`;

interface Leaf {
  _text: string;
}
type Named = { Name: Leaf } | { Name: Leaf }[];
/** What a program reads of the index. */
interface Index {
  DataSet: {
    DataSupplier: { Name: Leaf };
    Media: { Table: { URL: Leaf; VariableLength: Record<'VariablePrimaryKey' | 'VariableColumn', Named> }[] };
  };
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const part of parts) found.push(part);
  return Buffer.concat(found);
}

/** The files of an archive by its central directory, as any program reads it. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name_length] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const name = archive.toString('utf8', at + 46, at + 46 + name_length);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files.set(name, inflateRawSync(archive.subarray(start, start + size)).toString('utf8'));
    at += 46 + name_length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
async function exported() {
  await shop.refresh(auditor);
  const headers = { authorization: `Bearer ${auditor.token}` };
  const response = await shop.app.request(`http://localhost${exportGobd.path.replace('{year}', year)}`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const archive = Buffer.from(await response.arrayBuffer());
  return unzip(archive);
}
const rowsOf = (file: string | undefined) =>
  file!
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
const centsIn = (cell: string | undefined) => Math.round(Number(cell!.replace(',', '.')) * 100);

test('without legal data there is no file, since it says whose books it has', async () => {
  const { status, body } = await shop.as(auditor)(exportGobd, { params: { year } });
  expect([status, body.message]).toEqual([409, expect.stringContaining('legal data')]);
});

test('a year has its tables, and the index describes each column of each', async () => {
  const company = { street: 'Hafenstraße 7', postal_code: '20359', city: 'Hamburg', country: 'DE', tax_number: null };
  const operator = { legal_name: 'Karten & Co <GmbH>', ...company, vat_id: 'DE123456789', reason };
  await shop.as(one)(tax.proposeOperator, { body: operator });
  const rates = [{ country: 'DE', rate_bp: 1900 }];
  await shop.as(one)(tax.proposeTaxRates, { body: { rates, programme_id: null, valid_from: today, reason } });
  for (const [read, decide] of [
    [tax.getOperatorVersions, tax.decideOperator],
    [tax.getTaxRates, tax.decideTaxRates],
  ] as const) {
    const { proposal } = (await shop.as(other)(read)).body.data;
    await shop.as(other)(decide, { body: { proposal_id: proposal!.id, decision: 'approved', reason } });
  }
  shop.clock.advance(Date.now() - shop.clock.now().getTime());
  const buyer = await shop.createUser({ balance_cents: 90_00, tier: 2 });
  const cards = [
    ...(await addCards(shop, { country: 'DE', price_cents: 1190 })),
    ...(await addCards(shop, { price_cents: 500, name: FORMULA })),
  ];
  const ids = cards.map(({ id }) => id);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() })).body;
  await shop.as(buyer)(returnCard, { params: { id: data.id, card_id: ids[0]! }, idempotencyKey: randomUUID() });
  await sealTransfers(sql, shop.ctx.vault);
  await issueInvoices(shop.ctx);

  const files = await exported();
  const index = xml2js(files.get('index.xml')!, { compact: true }) as unknown as Index;
  expect(index.DataSet.DataSupplier.Name._text).toBe('Karten & Co <GmbH>');
  expect(files.get('index.xml')).toContain('<!DOCTYPE DataSet SYSTEM "gdpdu-01-08-2002.dtd">');
  expect(files.get('gdpdu-01-08-2002.dtd')).toContain('<!ELEMENT DataSet ');
  const described = index.DataSet.Media.Table.map(({ URL: { _text: url }, VariableLength }) => {
    const { VariablePrimaryKey: key, VariableColumn: columns } = VariableLength;
    return { url, names: [key, columns].flat().map((column) => column.Name._text) };
  });
  expect(described).toHaveLength(6);
  for (const { url, names } of described) {
    const [head, ...rows] = rowsOf(files.get(url));
    expect(head).toEqual(names);
    for (const row of rows) expect(row, url).toHaveLength(names.length);
  }
  expect([...files.keys()].toSorted()).toEqual(
    ['index.xml', 'gdpdu-01-08-2002.dtd', ...described.map(({ url }) => url)].toSorted(),
  );
});

test('the journal adds up to the balances, which are those of the trial balance', async () => {
  const files = await exported();
  const [, ...journal] = rowsOf(files.get('journal.csv'));
  const [, ...balances] = rowsOf(files.get('summen_salden.csv'));
  expect(journal.length).toBeGreaterThan(2);
  const query = { from: `${year}-01-01`, to: `${year}-12-31` };
  const { data } = (await shop.as(auditor)(getTrialBalance, { query })).body;
  expect(balances.map(([kind, , opening, , , closing]) => [kind, centsIn(opening), centsIn(closing)])).toEqual(
    data.map((row) => [row.kind, row.opening_cents, row.closing_cents]),
  );
  for (const [kind, , , debits, credits] of balances) {
    const moved = (side: number) =>
      journal.filter((row) => row[side] === kind).reduce((sum, row) => sum + centsIn(row[8]), 0);
    expect([moved(5), moved(7)]).toEqual([centsIn(debits), centsIn(credits)]);
  }
});

test('documents have their VAT by card, credit notes below zero, and buyers no name', async () => {
  const files = await exported();
  const [, invoice, note] = rowsOf(files.get('belege.csv'));
  expect(invoice!.slice(0, 2)).toEqual([`INV-${year}-000001`, 'Rechnung']);
  expect(invoice!.slice(7, 10)).toEqual(['15,00', '1,90', '16,90']);
  expect(note!.slice(0, 2)).toEqual([`CN-${year}-000001`, 'Gutschrift']);
  expect([note![5], ...note!.slice(7, 10)]).toEqual([`INV-${year}-000001`, '-10,00', '-1,90', '-11,90']);
  const [, ...lines] = rowsOf(files.get('belegpositionen.csv'));
  expect(lines.map((row) => [row[0], row[6], row[9]])).toEqual(
    expect.arrayContaining([
      [`INV-${year}-000001`, '19,00', '11,90'],
      [`CN-${year}-000001`, '19,00', '-11,90'],
    ]),
  );
  // A name is text, also to a spreadsheet.
  expect(lines.map((row) => row[2])).toContain(`'${FORMULA}`);
  const day = expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/);
  expect(rowsOf(files.get('steuersaetze.csv'))[1]).toEqual(['1', 'DE', '', '19,00', day, day]);
  const people = await sql<{ username: string }[]>`select username from users where role = 'buyer'`;
  for (const { username } of people) for (const file of files.values()) expect(file).not.toContain(username);
});

test('it is audited, takes a fresh factor, and is for whoever reads the books', async () => {
  const [audit] = await sql`select subject from audit_entries where action = 'books.gobd_exported' limit 1`;
  expect(audit).toEqual({ subject: year });
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  expect((await shop.as(support)(exportGobd, { params: { year } })).status).toBe(403);
  expect((await shop.as(auditor)(exportGobd, { params: { year: '20xx' } })).status).toBe(404);
});

test('a table that fails half-way breaks the archive off instead of ending it', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('no more');
  }
  await expect(bytesOf(zipFiles([{ name: 'a.csv', parts: failing() }], new Date()))).rejects.toThrow('no more');
});
