import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/office/tax.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { isGenuine } from '#platform/vault/row-seal.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { invoiceEvidence } from './invoices/invoice-evidence.ts';
import { issueInvoices } from './invoices/issue-invoices.ts';
import { verifyInvoices } from './invoices/verify-invoices.ts';

const shop = await createTestShop();
const { sql } = shop;
const [one, other, auditor] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['auditor'] }),
];
const today = new Date().toISOString().slice(0, 10);
const year = today.slice(0, 4);
const quarter = `${year}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`;
const company = {
  legal_name: 'Facevalue Cards GmbH',
  street: 'Hafenstraße 7',
  postal_code: '20359',
  city: 'Hamburg',
  country: 'DE',
  vat_id: 'DE123456789',
  tax_number: null,
};

const proposeCompany = (changes: object = {}, who: TestUser = one) =>
  shop.as(who)(contract.proposeOperator, { body: { ...company, ...changes, reason: 'As in the register' } });
async function decideCompany(who: TestUser = other, decision: 'approved' | 'rejected' = 'approved') {
  const { proposal } = (await shop.as(auditor)(contract.getOperatorVersions)).body.data;
  return shop.as(who)(contract.decideOperator, { body: { proposal_id: proposal!.id, decision, reason: 'Compared' } });
}
const proposeRates = (
  rates: contract.CountryRate[],
  { programme_id = null as string | null, valid_from = today } = {},
) => shop.as(one)(contract.proposeTaxRates, { body: { rates, programme_id, valid_from, reason: 'By law' } });
async function decideRates(who: TestUser = other) {
  const { proposal } = (await shop.as(auditor)(contract.getTaxRates)).body.data;
  const body = { proposal_id: proposal!.id, decision: 'approved' as const, reason: 'Compared' };
  return shop.as(who)(contract.decideTaxRates, { body });
}
const operator = async () => (await shop.as(null)(contract.getOperator)).body.data;

/** Lets the chain and then the invoices catch up with the ledger, as the worker does. */
async function issue(): Promise<void> {
  await sealTransfers(sql, shop.ctx.vault);
  await issueInvoices(shop.ctx);
}
async function bought(prices: Record<string, number>, multi_purpose = false) {
  const buyer = await shop.createUser({ balance_cents: 90_00, tier: 2 });
  const cards: Record<string, string> = {};
  for (const [country, price_cents] of Object.entries(prices)) {
    const [card] = await addCards(shop, { country, price_cents });
    cards[country] = card!.id;
    if (multi_purpose) {
      await sql`
        update programmes set voucher_kind = 'multi_purpose'
        where id = (select programme_id from cards where id = ${card!.id})`;
    }
  }
  const ids = Object.values(cards);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() })).body;
  const giveBack = (country: string) => {
    const params = { id: data.id, card_id: cards[country]! };
    return shop.as(buyer)(returnCard, { params, idempotencyKey: randomUUID() });
  };
  const documents = async (who: TestUser = buyer) =>
    shop.as(who)(contract.listOrderDocuments, { params: { id: data.id } });
  return { order: data, giveBack, documents };
}
async function flaws() {
  const rows = await invoiceEvidence.read(sql, { after: FIRST_ID, limit: 1000 });
  return rows.flatMap(({ facts, mac, flaw }) =>
    flaw ? [flaw] : isGenuine(shop.ctx.vault, 'invoices', { facts: facts!, mac: mac ?? null }) ? [] : ['forged'],
  );
}
/** Writes past the triggers, as the owner of the tables can. */
const forge = (write: (tx: typeof sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await write(tx as unknown as typeof sql);
  });
const settle = () => forge((tx) => tx`update ledger_chain set sealed_at = sealed_at - interval '10 minutes'`);

const before = await bought({ DE: 1190 });

test("the operator's data count once another approver agreed, for everybody to read", async () => {
  expect(await operator()).toBeNull();
  expect((await proposeCompany({}, auditor)).status).toBe(403);
  expect((await proposeCompany({ vat_id: 'de 123.456.789' })).status).toBe(204);
  expect((await proposeCompany()).status, 'one is open').toBe(409);
  expect(await operator(), 'nobody agreed').toBeNull();
  expect((await decideCompany(one)).status, 'their own').toBe(403);
  expect((await decideCompany(auditor)).status).toBe(403);
  expect((await decideCompany(other, 'rejected')).status).toBe(204);
  expect(await operator()).toBeNull();
});

test('a VAT id is written as its country does, and an operator has one number at the least', async () => {
  for (const [changes, field] of [
    [{ vat_id: 'DE12345678' }, 'vat_id'],
    [{ country: 'AT' }, 'vat_id'],
    [{ country: 'GR', vat_id: 'GR123456789' }, 'vat_id'],
    [{ vat_id: null }, 'vat_id'],
    [{ legal_name: ' ' }, 'legal_name'],
    [{ vat_id: null, tax_number: '?' }, 'tax_number'],
  ] as const) {
    const { status, body } = await proposeCompany(changes);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  }
});

test('rates count from their day once another approver agreed, and nobody writes one past that', async () => {
  expect((await proposeRates([{ country: 'DE', rate_bp: 5001 }])).status).toBe(422);
  expect((await proposeRates([])).status).toBe(422);
  const twice = [1900, 700].map((rate_bp) => ({ country: 'DE', rate_bp }));
  expect((await proposeRates(twice)).status).toBe(422);
  const [stranger] = await addCards(shop, { country: 'FR' });
  const [of] = await sql<{ id: string }[]>`select programme_id as id from cards where id = ${stranger!.id}`;
  const foreign = await proposeRates([{ country: 'DE', rate_bp: 700 }], { programme_id: of!.id });
  expect(Object.keys(foreign.body.errors ?? {})).toEqual(['rates']);
  expect(
    (
      await proposeRates([
        { country: 'DE', rate_bp: 1900 },
        { country: 'FR', rate_bp: 2000 },
      ])
    ).status,
  ).toBe(204);
  const { proposal } = (await shop.as(auditor)(contract.getTaxRates)).body.data;
  const row = {
    proposal_id: proposal!.id,
    country: 'DE',
    programme_id: null,
    rate_bp: 1900,
    valid_from: today,
    at: new Date(),
  };
  await expect(sql`insert into tax_rates ${sql(row)}`).rejects.toThrow('nobody approved the rate');
  expect((await decideRates(one)).status).toBe(403);
  expect((await decideRates()).status).toBe(204);
  await proposeRates([{ country: 'FR', rate_bp: 550 }], { programme_id: of!.id });
  expect((await decideRates()).status).toBe(204);
  const { rates, missing } = (await shop.as(auditor)(contract.getTaxRates)).body.data;
  expect(rates.map(({ country, rate_bp, programme }) => [country, rate_bp, programme?.id ?? null])).toEqual([
    ['DE', 1900, null],
    ['FR', 2000, null],
    ['FR', 550, of!.id],
  ]);
  expect(missing).toEqual([]);
  await addCards(shop, { country: 'PT' });
  expect((await shop.as(auditor)(contract.getTaxRates)).body.data.missing).toEqual(['PT']);
});

test('sales get invoices from the first data of the operator on, with the rate of their country in the price', async () => {
  await issue();
  expect((await before.documents()).body.data, 'nobody sells yet').toEqual([]);
  shop.clock.advance(Date.now() - shop.clock.now().getTime());
  await proposeCompany();
  expect((await decideCompany()).status).toBe(204);
  expect(await operator()).toEqual(company);
  const { order, documents } = await bought({ DE: 1190, FR: 1000 });
  await issue();
  await issue();
  const { body } = await documents();
  expect(body.meta).toEqual({ order_number: order.number });
  expect(body.data).toMatchObject([
    {
      kind: 'invoice',
      number: `INV-${year}-000001`,
      invoice_number: null,
      operator: company,
      net_cents: 1833,
      vat_cents: 357,
      gross_cents: 2190,
      by_rate: [
        { rate_bp: 2000, net_cents: 833, vat_cents: 167, gross_cents: 1000 },
        { rate_bp: 1900, net_cents: 1000, vat_cents: 190, gross_cents: 1190 },
      ],
    },
  ]);
  expect((await before.documents()).body.data, 'sold before').toEqual([]);
  expect((await documents(await shop.createUser())).status, "another's order").toBe(404);
});

test('a returned card has a credit note that refers to its invoice, at its rate, also when both are issued at once', async () => {
  const { documents, giveBack } = await bought({ DE: 1190, FR: 1000 });
  expect((await giveBack('FR')).status).toBe(200);
  await issue();
  const [invoice, note] = (await documents()).body.data;
  expect(note).toMatchObject({
    kind: 'credit_note',
    number: `CN-${year}-000001`,
    invoice_number: invoice!.number,
    vat_cents: 167,
    gross_cents: 1000,
    lines: [{ country: 'FR', rate_bp: 2000 }],
  });
  await settle();
  expect((await verifyInvoices(sql, FIRST_ID)).problems).toEqual([]);
  expect(await flaws()).toEqual([]);
});

test('a multi-purpose voucher has no VAT on its invoice', async () => {
  const { documents } = await bought({ DE: 1000 }, true);
  await issue();
  expect((await documents()).body.data).toMatchObject([
    { vat_cents: 0, net_cents: 1000, lines: [{ voucher_kind: 'multi_purpose', rate_bp: null }] },
  ]);
});

test('a rate is never dated back behind what is invoiced', async () => {
  const refused = await proposeRates([{ country: 'DE', rate_bp: 700 }]);
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['valid_from']]);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  expect((await proposeRates([{ country: 'DE', rate_bp: 700 }], { valid_from: tomorrow })).status).toBe(204);
  expect((await decideRates()).status).toBe(204);
  const { documents } = await bought({ DE: 1190 });
  await issue();
  expect((await documents()).body.data[0]!.by_rate[0]!.rate_bp, 'until then').toBe(1900);
});

test('numbers have no gap, and the office lists them newest first', async () => {
  const { body } = await shop.as(auditor)(contract.listDocuments, { query: { year, kind: 'invoice', per_page: '2' } });
  expect(body.data.map(({ number }) => number)).toEqual([`INV-${year}-000004`, `INV-${year}-000003`]);
  expect(body.meta).toMatchObject({ total: 4, last_page: 2 });
  const buyer = await shop.createUser();
  expect((await shop.as(buyer)(contract.listDocuments, { query: { year, kind: 'invoice' } })).status).toBe(403);
});

test('the report of a quarter has net and VAT by country and rate, credit notes taken off', async () => {
  const { data } = (await shop.as(auditor)(contract.getOssReport, { query: { quarter } })).body;
  expect(
    data.map(({ scheme, country, rate_bp, net_cents, vat_cents }) => [scheme, country, rate_bp, net_cents, vat_cents]),
  ).toEqual([
    ['oss', 'FR', 2000, 833, 167],
    ['home', 'DE', 1900, 3000, 570],
  ]);
  const csv = await shop.as(auditor)(contract.exportOss, { query: { quarter } });
  expect(String(csv.body).split('\r\n').slice(0, 2)).toEqual([
    'quarter,scheme,country,buyer_country,rate_percent,corrects,net_usd,vat_usd,gross_usd',
    `${quarter},oss,FR,,20.00,,8.33,1.67,10.00`,
  ]);
  expect((await shop.as(auditor)(contract.getOssReport, { query: { quarter: '2026-Q5' } })).status).toBe(422);
  const support = await shop.createUser({ role: 'admin', duties: ['support'] });
  expect((await shop.as(support)(contract.exportOss, { query: { quarter } })).status).toBe(403);
});

test('an invoice that was changed, forged or removed is named, and not shown', async () => {
  const { documents, order } = await bought({ DE: 1190 });
  await issue();
  await expect(sql`update invoices set vat_cents = 0`).rejects.toThrow();
  await expect(sql`delete from invoices`).rejects.toThrow();
  const change = (number: number) =>
    forge((tx) => tx`update invoices set number = ${number} where order_id = ${order.id}`);
  await change(9);
  expect(await flaws()).toEqual(['follows a missing number']);
  expect((await documents()).status).toBe(403);
  await change(5);
  expect(await flaws()).toEqual([]);
  await forge((tx) => tx`update invoices set buyer_name = 'Somebody else' where order_id = ${order.id}`);
  expect(await flaws()).toEqual(['forged']);
  await forge((tx) => tx`delete from invoices where order_id = ${order.id}`);
  await settle();
  expect((await verifyInvoices(sql, FIRST_ID)).problems).toEqual([
    `order ${order.number} was paid with 1190 cents, and its invoice says nothing`,
  ]);
});
