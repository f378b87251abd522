import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { getStatement } from '#contracts/coins/statements.ts';
import { decideAdjustment, proposeAdjustment } from '#contracts/customers/users.ts';
import { changeNotificationSettings, listNotifications } from '#contracts/messages/notifications.ts';
import { getOrder, getOrderReceipt, placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { verifyBooks } from '#tests/support/verify-books.ts';

const shop = await createTestShop();
const { sql } = shop;
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const support = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
const approver = shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }));
const reason = 'A part of it does not work';

/** A buyer who spent the whole balance on an order of cards for 9 dollars each. */
async function bought(count: number) {
  const total_cents = 900 * count;
  const user = await shop.createUser({ balance_cents: total_cents, tier: 2 });
  const buyer = shop.as(user);
  const cards = await addCards(shop, { count, price_cents: 900 });
  const { id, number } = (await buyer(placeOrder, { body: { ids: cards.map((card) => card.id) } })).body.data;
  const params = { id: user.id };
  const propose = (cents: number) =>
    support(proposeAdjustment, { params, body: { cents, cause: 'refund', order_number: number, reason } });
  const agree = async () => {
    const [open] = await sql<{ id: string }[]>`
      select id from proposals where subject = ${user.id} and kind = 'balance.adjust' and decision is null`;
    const body = { proposal_id: open?.id ?? randomUUID(), decision: 'approved' as const, reason };
    return approver(decideAdjustment, { params, body });
  };
  return {
    user,
    buyer,
    id,
    total_cents,
    propose,
    agree,
    giveBack: (at: number) =>
      buyer(returnCard, { params: { id, card_id: cards[at]!.id }, idempotencyKey: randomUUID() }),
    read: async () => (await buyer(getOrder, { params: { id } })).body.data,
    balance: () => balanceOf(sql, { kind: 'available', owner_id: user.id }),
  };
}

async function problems(): Promise<string[]> {
  const lines = [...(await verifyLedger(sql)).problems, ...(await verifyBooks(sql, booksOf(false)))];
  return lines.filter((line) => !/top_up|top-up/.test(line));
}

test('a card whose order was refunded in part by hand is returned for the rest, as its page, receipt and statement say', async () => {
  const { user, buyer, id, propose, agree, giveBack, read, balance } = await bought(1);
  await buyer(changeNotificationSettings, { body: { settings: [{ kind: 'returned', inbox: true, mail: true }] } });
  expect((await read()).cards[0]).toMatchObject({ price_cents: 900, return_cents: 900 });
  await propose(500);
  expect((await agree()).status).toBe(200);
  expect((await read()).cards[0]).toMatchObject({ return_cents: 400, returnable_until: expect.any(String) });
  const page = await app.request(`http://localhost/orders/${id}`, { headers: { cookie: `facevalue=${user.token}` } });
  const html = await page.text();
  expect(html).toContain('Return for $4.00');
  expect(html).toContain('Support already refunded $5.00 of it.');
  const { status, body } = await giveBack(0);
  expect([status, body.data.status, body.data.cards[0]]).toMatchObject([200, 'refunded', { state: 'returned' }]);
  expect(await balance()).toBe(900);
  expect((await buyer(getOrderReceipt, { params: { id } })).body.data.refunded_cents).toBe(900);
  const month = new Date().toISOString().slice(0, 7);
  const { lines, closing_cents } = (await buyer(getStatement, { params: { month } })).body.data;
  expect(lines.slice(-3)).toMatchObject([
    { kind: 'adjustment', amount_cents: 500 },
    { kind: 'return', amount_cents: 900, order: { id } },
    { kind: 'refund_set_off', amount_cents: -500, order: { id } },
  ]);
  expect(closing_cents).toBe(900);
  const told = (await buyer(listNotifications)).body.data.map(({ title }) => title);
  expect(told).toContain('Card returned for $4.00');
  const sent: { text: string }[] = [];
  await shop.runQueuedJobs({ send: async (mail) => void sent.push(mail) });
  expect(sent.map(({ text }) => text)).toContainEqual(expect.stringContaining('$4.00 is back on your balance'));
  const [audit] =
    await sql`select details from audit_entries where action = 'order.card_returned' and actor_id = ${user.id}`;
  expect(audit!.details).toEqual({ order_id: id, price_cents: 900, set_off_cents: 500 });
  expect((await giveBack(0)).status).toBe(409);
  expect((await propose(1)).status).toBe(422);
  expect(await problems()).toEqual([]);
});

test('a card that was refunded as a whole by hand stays with its buyer', async () => {
  const { propose, agree, giveBack, read, balance } = await bought(1);
  await propose(900);
  await agree();
  expect((await read()).cards[0]).toMatchObject({ return_cents: 0, returnable_until: null });
  const { status, body } = await giveBack(0);
  expect([status, body.message]).toEqual([409, expect.stringContaining('already refunded $9.00')]);
  expect(await balance()).toBe(900);
  expect((await read()).cards[0]!.state).toBe('delivered');
});

test.each([
  ['by hand, first, second', ['hand', 0, 1]],
  ['first, by hand, second', [0, 'hand', 1]],
  ['second, first, by hand', [1, 0, 'hand']],
] as const)('two cards and a refund by hand pay back together what the order cost: %s', async (_order, steps) => {
  const { total_cents, propose, agree, giveBack, balance } = await bought(2);
  await propose(500);
  const statuses = [];
  for (const step of steps) statuses.push((await (step === 'hand' ? agree() : giveBack(step))).status);
  expect(statuses).toEqual(steps.map((step, at) => (step === 'hand' && at === 2 ? 422 : 200)));
  expect(await balance()).toBe(total_cents);
  expect(await problems()).toEqual([]);
});

test('returns and a refund by hand at once pay back what the order cost, and never more', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => bought(2)));
  await Promise.all(orders.map(({ propose }) => propose(500)));
  await Promise.all(
    orders.flatMap(({ agree, giveBack }) => [giveBack(0), agree(), giveBack(1), giveBack(0), agree(), giveBack(1)]),
  );
  const left = await Promise.all(orders.map(({ balance }) => balance()));
  expect(left).toEqual(orders.map(({ total_cents }) => total_cents));
  expect(await problems()).toEqual([]);
});

test('the books name a set-off that was not made, and one that no refund by hand explains', async () => {
  const { user, id, propose, agree, giveBack } = await bought(1);
  await propose(500);
  await agree();
  await giveBack(0);
  const named = async () => (await problems()).filter((line) => line.startsWith('refund_set_off'));
  const purse = { kind: 'available', owner_id: user.id, limited: true };
  const house = { kind: 'adjustments', owner_id: null };
  const forged = { amount_cents: 1, kind: 'refund_set_off', reference: id };
  await transfer(sql, { ...forged, debit: purse, credit: house, unique_key: randomUUID() });
  expect(await named()).toEqual([`refund_set_off ${id} of ${user.id} is -501, not -500`]);
  const other = await bought(1);
  await other.giveBack(0);
  const { id: owner_id } = other.user;
  await transfer(sql, {
    ...forged,
    reference: other.id,
    unique_key: randomUUID(),
    debit: { ...purse, owner_id },
    credit: house,
  });
  expect(await named()).toContain(`refund_set_off ${other.id} of ${owner_id} is -1, not 0`);
});
