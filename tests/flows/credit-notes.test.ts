import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { decideAdjustment, proposeAdjustment } from '#contracts/customers/users.ts';
import * as claims from '#contracts/desk/claims.ts';
import * as tax from '#contracts/office/tax.ts';
import { placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { startIssuer } from '#features/demo/issuer/start-issuer.ts';
import { issueInvoices } from '#features/office/tax/invoices/issue-invoices.ts';
import { verifyInvoices } from '#features/office/tax/invoices/verify-invoices.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { addCards } from '#tests/support/stock.ts';

const adapter_secret = 'shared with the issuer alone';
const issuer = await startIssuer({ secretOf: () => adapter_secret, now: () => shop.clock.now() });
afterAll(issuer.stop);
const shop = await createTestShop({
  issuer_demo_url: issuer.url,
  issuer_limits: { timeout_ms: 5_000, retry_ms: 1, pause_ms: 1 },
});
const { sql } = shop;
const staff = await createStaff(shop);
const support = await shop.createUser({ role: 'admin', duties: ['support'] });
const [one, other] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
];
const reason = 'As agreed';
const QUARTER_DAYS = 92;
const today = shop.clock.now();
const earlier = new Date(today.getTime() - QUARTER_DAYS * DAY_MS);
const quarterOf = (day: Date) => `${day.getUTCFullYear()}-Q${Math.floor(day.getUTCMonth() / 3) + 1}`;

/** Writes past the triggers, as the owner of the tables can. */
const past = (write: (tx: typeof sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await write(tx as unknown as typeof sql);
  });

/** A shop that has sold under its legal data for half a year. */
async function sellsSince(): Promise<void> {
  const address = { street: 'Hafenstraße 7', postal_code: '20359', city: 'Hamburg', country: 'DE' };
  const company = { legal_name: 'Facevalue Cards GmbH', ...address, vat_id: 'DE123456789', tax_number: null, reason };
  await shop.as(one)(tax.proposeOperator, { body: company });
  const rates = [
    { country: 'DE', rate_bp: 1900 },
    { country: 'FR', rate_bp: 2000 },
    { country: 'GB', rate_bp: 2000 },
  ];
  const valid_from = new Date(today.getTime() - 2 * QUARTER_DAYS * DAY_MS).toISOString().slice(0, 10);
  await shop.as(one)(tax.proposeTaxRates, { body: { rates, programme_id: null, valid_from, reason } });
  for (const [read, decide] of [
    [tax.getOperatorVersions, tax.decideOperator],
    [tax.getTaxRates, tax.decideTaxRates],
  ] as const) {
    const { proposal } = (await shop.as(other)(read)).body.data;
    await shop.as(other)(decide, { body: { proposal_id: proposal!.id, decision: 'approved', reason } });
  }
  await past((tx) => tx`update operator_versions set at = at - interval '184 days'`);
}
await sellsSince();

async function issue(): Promise<void> {
  await sealTransfers(sql, shop.ctx.vault);
  await issueInvoices(shop.ctx);
}
async function bought(prices: Record<string, number>) {
  const buyer = await shop.createUser({ balance_cents: 90_00, tier: 2 });
  const cards: Record<string, string> = {};
  for (const [country, price_cents] of Object.entries(prices))
    cards[country] = (await addCards(shop, { country, price_cents }))[0]!.id;
  const ids = Object.values(cards);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() })).body;
  return { buyer, order: data, cards };
}
const documentsOf = async (buyer: TestUser, id: string) =>
  (await shop.as(buyer)(tax.listOrderDocuments, { params: { id } })).body.data;

async function refundByHand({ id }: TestUser, order_number: number, cents: number): Promise<void> {
  const body = { cents, cause: 'refund' as const, order_number, reason: 'One of two was late' };
  expect((await shop.as(support)(proposeAdjustment, { params: { id }, body })).status).toBe(204);
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} and decision is null`;
  const decision = { proposal_id: open!.id, decision: 'approved' as const, reason };
  expect((await shop.as(one)(decideAdjustment, { params: { id }, body: decision })).status).toBe(200);
}
const oss = async (quarter: string) =>
  (await shop.as(one)(tax.getOssReport, { query: { quarter } })).body.data.map(
    ({ country, corrects, net_cents, vat_cents }) => [country, corrects, net_cents, vat_cents],
  );

test('a refund by hand has a credit note, shared among the cards by price with the VAT of each', async () => {
  const { buyer, order, cards } = await bought({ DE: 1190, FR: 1000 });
  await issue();
  await refundByHand(buyer, order.number, 500);
  await issue();
  const [invoice, note, ...more] = await documentsOf(buyer, order.id);
  expect(more).toEqual([]);
  expect(note).toMatchObject({ kind: 'credit_note', invoice_number: invoice!.number, gross_cents: 500 });
  const lines = note!.lines.map(({ country, gross_cents, vat_cents }) => [country, gross_cents, vat_cents]).toSorted();
  const [[, german], [, french]] = lines as [[string, number, number], [string, number, number]];
  expect(german + french).toBe(500);
  // Each cent in one place: which of the two gets the last depends on the order of their ids.
  expect([271, 272]).toContain(german);
  expect(lines).toEqual([
    ['DE', german, 43],
    ['FR', french, 38],
  ]);
  const params = { id: order.id, card_id: cards.FR! };
  expect((await shop.as(buyer)(returnCard, { params, idempotencyKey: randomUUID() })).status).toBe(200);
  await issue();
  const documents = await documentsOf(buyer, order.id);
  const credited = documents.filter(({ kind }) => kind === 'credit_note').flatMap((one) => one.lines);
  const french_vat = credited.filter(({ country }) => country === 'FR').reduce((sum, line) => sum + line.vat_cents, 0);
  expect(french_vat, 'all of its VAT came back').toBe(167);
});

test('a claim that the issuer settles has a credit note of the whole price with its VAT', async () => {
  const code = codeNumber(7919);
  await staff.onSale([{ code }], {
    programme: { adapter_url: 'https://issuer.example/api', adapter_secret, guarantee_hours: 24 },
  });
  await shop.runQueuedJobs();
  const buyer = await shop.createUser({ balance_cents: 90_00, tier: 2 });
  const index = shop.ctx.vault.blindIndex(codeDigest(code));
  const [card] = await sql<{ id: string; country: string }[]>`
    select c.id, p.country from cards c join batches b on b.id = c.batch_id join programmes p on p.id = b.programme_id
    where c.blind_index = ${index}`;
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() })).body;
  const params = { id: data.id, card_id: card!.id };
  expect((await shop.as(buyer)(revealCard, { params, body: { consent: true } })).status).toBe(200);
  await issue();
  const redeemed_at = new Date(shop.clock.now().getTime() - 2 * HOUR_MS).toISOString();
  issuer.settle(codeDigest(code), 'redeemed', { balance_cents: 0, redeemed_at });
  const body = { reason: 'spent' as const, note: 'It says empty.' };
  const claim = await shop.as(buyer)(claims.claimCard, { params, body, idempotencyKey: randomUUID() });
  expect(claim.body.data.state).toBe('refunded');
  await issue();
  const [invoice, note] = await documentsOf(buyer, data.id);
  expect(invoice!.vat_cents).toBeGreaterThan(0);
  expect(note).toMatchObject({
    kind: 'credit_note',
    invoice_number: invoice!.number,
    vat_cents: invoice!.vat_cents,
    gross_cents: invoice!.gross_cents,
    lines: [{ country: card!.country, rate_bp: invoice!.lines[0]!.rate_bp }],
  });
});

test('what is given back of a sale of an earlier quarter corrects that quarter, in the return of its own', async () => {
  const { buyer, order } = await bought({ DE: 1190 });
  await past(
    (tx) => tx`
      update ledger_transfers set created_at = created_at - ${`${QUARTER_DAYS} days`}::interval
      where kind = 'order' and reference = ${order.id}`,
  );
  await issue();
  const sold = await oss(quarterOf(earlier));
  expect(sold).toEqual([['DE', null, 1000, 190]]);
  const before = await oss(quarterOf(today));
  await refundByHand(buyer, order.number, 595);
  await issue();
  const rows = await oss(quarterOf(today));
  expect(rows).toHaveLength(before.length + 1);
  expect(rows).toContainEqual(['DE', quarterOf(earlier), -500, -95]);
  expect(await oss(quarterOf(earlier)), 'what was declared stays').toEqual(sold);
  await past((tx) => tx`update ledger_chain set sealed_at = sealed_at - interval '10 minutes'`);
  expect((await verifyInvoices(sql, FIRST_ID)).problems).toEqual([]);
});
