import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimCard } from '#contracts/desk/claims.ts';
import { createTicket } from '#contracts/desk/support.ts';
import { makeGift } from '#contracts/shop/gifts.ts';
import { inspectOrder, listPlacedOrders, placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const support = await staff('support');
const auditor = await staff('auditor');

async function bought(buyer: TestUser, count = 1) {
  const cards = await addCards(shop, { count });
  const { body } = await shop.as(buyer)(placeOrder, { body: { ids: cards.map(({ id }) => id) } });
  return { order: body.data, cards };
}
const list = async (query: NonNullable<Parameters<ReturnType<typeof shop.as>>[1]>['query'], who = support) =>
  (await shop.as(who)(listPlacedOrders, { query: query as never })).body;
const inspect = (id: string, who: TestUser = support) => shop.as(who)(inspectOrder, { params: { id } });

test('orders are found by buyer, number, state, day, and as the first of their buyer', async () => {
  const buyer = await shop.createUser({ balance_cents: 90_00 });
  const [{ order: first, cards }, { order: second }] = [await bought(buyer), await bought(buyer)];
  const params = { id: first.id, card_id: cards[0]!.id };
  expect((await shop.as(buyer)(returnCard, { params })).status).toBe(200);
  await sql`update orders set created_at = '2020-02-03T23:59:59.999999Z' where id = ${first.id}`;
  const numbers = async (query: Record<string, string>) => (await list(query)).data.map(({ number }) => number);
  expect(await numbers({ who: buyer.username })).toEqual([second.number, first.number]);
  expect(await numbers({ who: buyer.id, state: 'refunded' })).toEqual([first.number]);
  expect(await numbers({ who: buyer.id, first: '1' })).toEqual([first.number]);
  expect(await numbers({ number: String(second.number) })).toEqual([second.number]);
  expect(await numbers({ from: '2020-02-03', to: '2020-02-03' })).toEqual([first.number]);
  expect(await numbers({ from: '2020-02-04', to: '2020-02-04' })).toEqual([]);
  expect(await numbers({ who: 'nobody-of-that-name' })).toEqual([]);
  expect((await list({ number: String(first.number) })).data[0]).toMatchObject({
    status: 'refunded',
    refunded_cents: 900,
    buyer: { id: buyer.id, username: buyer.username },
  });
});

test('pages lead on and back through orders of the same moment', async () => {
  const buyer = await shop.createUser();
  await sql`
    insert into orders (user_id, total_cents, card_count, created_at)
    select ${buyer.id}, 100, 1, '2021-03-04T05:06:07.000001Z'::timestamptz + n / 2 * interval '1 microsecond'
    from generate_series(1, 5) as n`;
  const whole = (await list({ who: buyer.id })).data;
  const page = (link: string | null) => list(Object.fromEntries(new URLSearchParams(link?.split('?')[1])));
  const first = await list({ who: buyer.id, per_page: '2' });
  const second = await page(first.links.next);
  const third = await page(second.links.next);
  expect([...first.data, ...second.data, ...third.data]).toEqual(whole);
  expect([third.data.length, third.links.next]).toEqual([1, null]);
  expect((await page(third.links.prev)).data).toEqual(second.data);
});

test('an order shows its cards, reveals, gifts and transfers, never a code, and the look is kept once an hour', async () => {
  const buyer = await shop.createUser({ balance_cents: 90_00 });
  const { order, cards } = await bought(buyer, 3);
  const [seen, given] = cards;
  const params = { id: order.id, card_id: seen!.id };
  expect((await shop.as(buyer)(revealCard, { params, body: { consent: true } })).status).toBe(200);
  const gift = await shop.as(buyer)(makeGift, {
    params: { id: order.id, card_id: given!.id },
    body: { consent: true, message: 'For you' },
  });
  expect(gift.status).toBeLessThan(300);
  const { body } = await inspect(order.id);
  expect(body.data).toMatchObject({
    number: order.number,
    buyer: { id: buyer.id },
    lines: { length: 3 },
    movements: [{ kind: 'order', debit_kind: 'available', credit_kind: 'sales', amount_cents: 2700 }],
  });
  // Giving a card away delivers it.
  expect(body.data.lines.filter(({ revealed_at }) => revealed_at !== null)).toHaveLength(2);
  expect(body.data.lines.filter((line) => line.gift?.has_message)).toHaveLength(1);
  for (const { code, pin } of cards)
    for (const secret of [code, pin]) expect(JSON.stringify(body)).not.toContain(`"${secret}"`);
  expect(JSON.stringify(body)).not.toContain('For you');
  await inspect(order.id);
  const views =
    await sql`select actor_id, details from audit_entries where action = 'order.viewed' and subject = ${order.id}`;
  expect(views).toEqual([{ actor_id: support.id, details: { user_id: buyer.id } }]);
});

test('an order has a history: who ordered, saw, gave, returned, claimed and asked, of this order alone', async () => {
  const buyer = await shop.createUser({ balance_cents: 90_00 });
  const { order, cards } = await bought(buyer, 2);
  const own = shop.as(buyer);
  const [seen, back] = cards.map(({ id: card_id }) => ({ id: order.id, card_id }));
  expect((await own(revealCard, { params: seen!, body: { consent: true } })).status).toBe(200);
  const claim = await own(claimCard, { params: seen!, body: { reason: 'not_active', note: '' } });
  expect(claim.status).toBeLessThan(300);
  expect((await own(returnCard, { params: back! })).status).toBe(200);
  const reference = { kind: 'order', id: order.id } as const;
  const words = { category: 'other', subject: 'A question', body: 'Where is it?' };
  const ticket = await own(createTicket, { body: { ...words, reference } });
  await own(createTicket, { body: words });
  // What becomes of a returned card in another order is no part of this one.
  const other = await shop.createUser({ balance_cents: 90_00 });
  const again = await shop.as(other)(placeOrder, { body: { ids: [back!.card_id] } });
  expect(again.status).toBe(201);
  const { events } = (await inspect(order.id)).body.data;
  expect(events.map(({ event, who }) => [event, who?.username])).toEqual([
    ['order_placed', buyer.username],
    ['card_revealed', buyer.username],
    ['claim_made', buyer.username],
    // Its ticket, since this issuer can't be asked.
    ['ticket_opened', buyer.username],
    ['order_card_returned', buyer.username],
    ['ticket_opened', buyer.username],
  ]);
  expect(events.at(-1)?.ticket).toEqual({ id: ticket.body.data.id, number: ticket.body.data.number });
  // Who pays out reads orders, but no tickets.
  const paying = (await inspect(order.id, await staff('payouts'))).body.data.events;
  expect(paying.map(({ ticket, ...event }) => [event, ticket])).toEqual(
    events.map(({ ticket: _named, ...event }) => [event, null]),
  );
  expect(events.find(({ event }) => event === 'claim_made')?.claim?.number).toEqual(expect.any(Number));
  expect(events.find(({ event }) => event === 'card_revealed')?.programme).toEqual(expect.any(String));
  const { events: later } = (await inspect(again.body.data.id)).body.data;
  expect(later.map(({ event, who }) => [event, who?.username])).toEqual([['order_placed', other.username]]);
});

test('transfers of the shop and of sellers are shown to those who read the books alone', async () => {
  const { order } = await bought(await shop.createUser({ balance_cents: 90_00 }));
  await sql`insert into account_kinds values ('test_one', 'house', false), ('test_two', 'house', false)`;
  await sql`insert into transfer_kinds values ('test', 'test_one', 'test_two')`;
  await sql`insert into ledger_accounts (kind, owner_id) values ('test_one', null), ('test_two', null)`;
  await sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
    select min(id), max(id), 5, 'test', ${order.id}, ${randomUUID()} from ledger_accounts where kind like 'test\\_%'`;
  const kinds = async (who: TestUser) => (await inspect(order.id, who)).body.data.movements.map(({ kind }) => kind);
  expect(await kinds(support)).toEqual(['order']);
  expect(await kinds(auditor)).toEqual(['order', 'test']);
});

test('orders are open to support, approvers, auditors and those who pay sellers, and to nobody else', async () => {
  const buyer = await shop.createUser({ balance_cents: 90_00 });
  const { order } = await bought(buyer);
  for (const who of [await staff('payouts'), await staff('approver'), auditor])
    expect((await inspect(order.id, who)).status).toBe(200);
  for (const who of [buyer, await staff('importer'), await staff('publisher'), await staff('seller')]) {
    expect((await inspect(order.id, who)).status).toBe(403);
    expect((await shop.as(who)(listPlacedOrders)).status).toBe(403);
  }
  expect((await inspect(randomUUID())).status).toBe(404);
  expect((await shop.as(support)(listPlacedOrders, { query: { cursor: 'x' } })).status).toBe(422);
});
