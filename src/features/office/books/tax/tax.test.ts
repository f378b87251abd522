import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { decideAdjustment, proposeAdjustment } from '#contracts/customers/users.ts';
import { exportTax, getTaxReport } from '#contracts/office/books.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { BY_HAND, REFUNDED, SET_OFF, SOLD } from './tax-moves.ts';

const shop = await createTestShop();
const { sql } = shop;
const reader = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
const support = await shop.createUser({ role: 'admin', duties: ['support'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const year = new Date().toISOString().slice(0, 4);

/** An order of one card for each country, at the prices given. */
async function bought(prices: Record<string, number>) {
  const buyer = await shop.createUser({ balance_cents: 90_00, tier: 2 });
  const cards: Record<string, string> = {};
  for (const [country, price_cents] of Object.entries(prices)) {
    const [card] = await addCards(shop, { country, price_cents });
    cards[country] = card!.id;
  }
  const ids = Object.values(cards);
  const { data } = (await shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() })).body;
  const giveBack = async (country: string) => {
    const params = { id: data.id, card_id: cards[country]! };
    return (await shop.as(buyer)(returnCard, { params, idempotencyKey: randomUUID() })).status;
  };
  return { buyer, order: data, giveBack };
}

async function adjust({ id }: TestUser, cents: number, order_number?: number) {
  const cause = order_number ? ('refund' as const) : ('goodwill' as const);
  const body = { cents, cause, reason: 'Half of it was late', ...(order_number && { order_number }) };
  expect((await shop.as(support)(proposeAdjustment, { params: { id }, body })).status).toBe(204);
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} and decision is null`;
  const decision = { proposal_id: open!.id, decision: 'approved' as const, reason: 'Agreed' };
  expect((await shop.as(approver)(decideAdjustment, { params: { id }, body: decision })).status).toBe(200);
}

async function report() {
  const { data, meta } = (await reader(getTaxReport, { query: { year } })).body;
  const sum = (part: 'sold_cents' | 'refunded_cents') => data.reduce((all, row) => all + row[part], 0);
  expect({ sold_cents: sum('sold_cents'), refunded_cents: sum('refunded_cents') }).toEqual(meta.ledger);
  return Object.fromEntries(data.map(({ country, refunds, refunded_cents }) => [country, [refunds, refunded_cents]]));
}

test('a refund by hand counts in the tax report, shared among the cards of its order that did not come back', async () => {
  const { buyer, order, giveBack } = await bought({ FR: 1000, ES: 2000 });
  await adjust(buyer, 500);
  expect(await report(), 'a gift refunds nothing').toEqual({ ES: [0, 0], FR: [0, 0] });
  await adjust(buyer, 901, order.number);
  expect(await report()).toEqual({ ES: [0, 601], FR: [0, 300] });
  expect(await giveBack('FR')).toBe(200);
  expect(await report(), 'no card is refunded above its price').toEqual({ ES: [0, 901], FR: [1, 1000] });
  expect(await giveBack('ES'), 'less what is set off').toBe(200);
  expect(await report()).toEqual({ ES: [1, 2000], FR: [1, 1000] });
});

test('the tax export says which refunds were by hand, and a column of it sums up to what remains', async () => {
  const { buyer, order, giveBack } = await bought({ IT: 1000, PT: 500 });
  await adjust(buyer, 300, order.number);
  await giveBack('PT');
  const { body } = await reader(exportTax, { query: { year } });
  const [head, ...rows] = String(body)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cells = (row: string[]) => ['event', 'country', 'price_usd'].map((name) => row[head!.indexOf(name)]);
  expect(rows.filter((row) => row[2] === String(order.number)).map(cells)).toEqual([
    ['sale', 'IT', '10.00'],
    ['sale', 'PT', '5.00'],
    ['refund_by_hand', 'IT', '-2.00'],
    ['refund_by_hand', 'PT', '-1.00'],
    ['refund', 'IT', '-1.00'],
    ['refund', 'PT', '-4.00'],
  ]);
});

test('every way in which money goes between the shop and its users is counted in the tax report, or known to be none', async () => {
  const kinds = await sql<{ kind: string }[]>`
    select distinct t.kind from transfer_kinds t join account_kinds d on d.kind = t.debit join account_kinds c on c.kind = t.credit
    where 'user' in (d.belongs_to, c.belongs_to) and 'house' in (d.belongs_to, c.belongs_to)`;
  const none = {
    money_in: ['top_up', 'debt_repayment', 'demo_grant'],
    money_out: ['top_up_reversal', 'top_up_return_undone', 'top_up_returned'],
    // Nothing is supplied for it: a balance that an account leaves behind, and a debt that is given up.
    no_supply: ['forfeit', 'debt_write_off'],
  };
  const known = [SOLD, REFUNDED, BY_HAND, SET_OFF, ...Object.values(none)].flat();
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(known.sort());
});
