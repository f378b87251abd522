import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '#contracts/call.ts';
import { addByValue, addToCart, getCart, removeFromCart } from '#contracts/shop/cart.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { sql } = shop;

/** Cards of one programme and face value with these prices, cheapest first, and the programme. */
async function stock(prices: number[]) {
  const cards = await addCards(shop, { count: prices.length });
  const ids = cards.map(({ id }) => id).sort();
  for (const [at, price] of prices.entries()) await sql`update cards set price_cents = ${price} where id = ${ids[at]!}`;
  const [row] = await sql<[{ programme_id: string }]>`select programme_id from cards where id = ${ids[0]!}`;
  return { ids, of: { programme_id: row.programme_id, face_cents: 1000 } };
}

let user: TestUser;
let other: TestUser;
beforeEach(async () => {
  user = await shop.createUser({ balance_cents: 20_000 });
  other = await shop.createUser({ balance_cents: 20_000 });
});

const cartOf = async (who: TestUser) => (await shop.as(who)(getCart)).body.data;
const idsOf = async (who: TestUser) => (await cartOf(who)).map(({ id }) => id).sort();
const add = (who: TestUser, body: CallInput<typeof addByValue>['body'] & object) => shop.as(who)(addByValue, { body });
const buy = (who: TestUser, body: { ids?: string[]; expected_total_cents?: number } = {}) =>
  shop.as(who)(placeOrder, { body });
const cartEvents = async (who: TestUser) =>
  (await sql`select from events where channel = ${`private-user.${who.id}`} and event = 'cart'`).length;

describe('adding by value', () => {
  it('takes the cheapest cards that are not in the cart yet', async () => {
    const { ids, of } = await stock([950, 900, 910, 905]);
    expect((await add(user, { ...of, quantity: 2 })).body.data.map(({ id }) => id).sort()).toEqual(
      [ids[1]!, ids[3]!].sort(),
    );
    const { status, body } = await add(user, { ...of, quantity: 1 });
    expect(status).toBe(200);
    expect(body.data).toHaveLength(3);
    expect(body.data.find(({ id }) => id === ids[2])).toMatchObject({ price_cents: 910, by_value: true });
    expect(await cartEvents(user)).toBe(2);
  });

  it('adds all or nothing, and says how many there are', async () => {
    const { of } = await stock([900, 910, 999]);
    const { status, body } = await add(user, { ...of, quantity: 4 });
    expect([status, body.errors]).toEqual([422, { quantity: ['Only 3 more cards of this value are on sale.'] }]);
    const dear = await add(user, { ...of, quantity: 3, max_price_cents: 950 });
    expect([dear.status, dear.body.message]).toEqual([422, 'Only 2 more cards of this value are on sale.']);
    const none = await add(user, { ...of, programme_id: randomUUID(), quantity: 1 });
    expect([none.status, none.body.message]).toEqual([422, 'No card of this value is on sale right now.']);
    expect(await cartOf(user)).toEqual([]);
  });

  it('takes no card that ends within 30 days, and of equally cheap ones those that last longest', async () => {
    const { ids, of } = await stock([900, 900, 900, 880]);
    const day = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    for (const [at, days] of [200, 31, 400, 30].entries())
      await sql`update cards set expires_on = ${day(days)} where id = ${ids[at]!}`;
    expect((await add(user, { ...of, quantity: 1 })).body.data.map(({ id }) => id)).toEqual([ids[2]]);
    expect((await add(user, { ...of, quantity: 2 })).status).toBe(200);
    expect(await idsOf(user)).toEqual(ids.slice(0, 3));
    expect((await add(user, { ...of, quantity: 1 })).status).toBe(422);
  });

  it('spreads buyers over the cards that cost the same, so that a sale concerns few carts', async () => {
    const { of } = await stock(Array(60).fill(900));
    const users = await Promise.all(Array.from({ length: 8 }, () => shop.createUser()));
    const taken = await Promise.all(
      users.map(async (each) => (await add(each, { ...of, quantity: 1 })).body.data[0]!.id),
    );
    expect(new Set(taken).size).toBeGreaterThan(1);
  });

  it.each([{ quantity: 0 }, { quantity: 21 }, { face_cents: 0 }, { max_price_cents: 0 }])(
    'refuses %o',
    async (wrong) => {
      const { of } = await stock([900]);
      expect((await add(user, { ...of, quantity: 1, ...wrong })).status).toBe(422);
    },
  );

  it('is refused to visitors, and beyond a hundred lines', async () => {
    const { of } = await stock(Array(2).fill(900));
    expect((await shop.as(null)(addByValue, { body: { ...of, quantity: 1 } })).status).toBe(401);
    const many = await addCards(shop, { count: 99 });
    await shop.as(user)(addToCart, { body: { ids: many.map(({ id }) => id) } });
    expect((await add(user, { ...of, quantity: 2 })).status).toBe(422);
    expect(await cartOf(user)).toHaveLength(99);
  });

  it('with the same idempotency key adds once', async () => {
    const { of } = await stock([900, 900]);
    const idempotencyKey = randomUUID();
    for (let time = 0; time < 2; time++) {
      await shop.as(user)(addByValue, { body: { ...of, quantity: 1 }, idempotencyKey });
    }
    expect(await cartOf(user)).toHaveLength(1);
  });

  it('posted twice at once without a key adds once, and again once something was removed or bought', async () => {
    const { of } = await stock([900, 900, 900, 900]);
    const again = () => add(user, { ...of, quantity: 1 });
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect((await again()).headers.get('idempotent-replayed')).toBe('true');
    expect(await cartOf(user)).toHaveLength(1);
    await shop.as(user)(removeFromCart, { body: { ids: await idsOf(user) } });
    expect((await again()).body.data).toHaveLength(1);
    expect((await buy(user)).status).toBe(201);
    expect((await again()).body.data).toHaveLength(1);
  });
});

describe('a line whose card was sold to somebody else', () => {
  it('gets an equal card in an open cart, which is told', async () => {
    const { ids, of } = await stock([900, 900, 900]);
    await add(user, { ...of, quantity: 1 });
    const [before] = await idsOf(user);
    const told = await cartEvents(user);
    expect((await buy(other, { ids: [before!] })).status).toBe(201);
    await shop.runQueuedJobs();
    const [line] = await cartOf(user);
    expect(line).toMatchObject({ price_cents: 900, status: 'available', by_value: true });
    expect(line!.id).not.toBe(before);
    expect(ids).toContain(line!.id);
    expect(await cartEvents(user)).toBe(told + 1);
  });

  it('is not removed with a line of the card that it stood for and that came back', async () => {
    const { ids, of } = await stock([900, 900]);
    await add(user, { ...of, quantity: 1 });
    const [before] = await idsOf(user);
    const order = await buy(other, { ids: [before!] });
    await shop.runQueuedJobs();
    await shop.as(other)(returnCard, { params: { id: order.body.data.id, card_id: before! } });
    await shop.as(user)(addToCart, { body: { ids: [before!] } });
    expect(await idsOf(user)).toEqual(ids);
    await shop.as(user)(removeFromCart, { body: { ids: [before!] } });
    expect(await idsOf(user)).toEqual(ids.filter((id) => id !== before));
    // Nothing has that card any more, so its id means the line that had it first.
    await shop.as(user)(removeFromCart, { body: { ids: [before!] } });
    expect(await idsOf(user)).toEqual([]);
  });

  it('stays as it is if the buyer chose that very card, and the open cart is told', async () => {
    const { ids } = await stock([900, 900]);
    await shop.as(user)(addToCart, { body: { ids: [ids[0]!] } });
    const told = await cartEvents(user);
    await buy(other, { ids: [ids[0]!] });
    await shop.runQueuedJobs();
    expect(await cartOf(user)).toMatchObject([{ id: ids[0], status: 'sold', by_value: false }]);
    expect(await cartEvents(user)).toBe(told + 1);
    expect((await buy(user)).status).toBe(422);
  });

  it('says so where the others are dearer or expire earlier', async () => {
    const { ids, of } = await stock([900, 901, 900]);
    await sql`update cards set expires_on = '2031-12-31' where id = ${ids[2]!}`;
    await shop.as(user)(addByValue, { body: { ...of, quantity: 1 } });
    await buy(other, { ids: [ids[0]!] });
    await shop.runQueuedJobs();
    expect(await cartOf(user)).toMatchObject([{ id: ids[0], status: 'sold' }]);
    const refused = await buy(user, { expected_total_cents: 900 });
    expect([refused.status, refused.body.errors]).toEqual([422, { ids: [ids[0]] }]);
    // One without an end is later than any.
    await sql`update cards set expires_on = null where id = ${ids[2]!}`;
    expect((await buy(user, { expected_total_cents: 900 })).body.data.cards).toMatchObject([{ id: ids[2] }]);
  });

  it('gets an equal card at checkout, at a lower price too, whichever way the page names the cart', async () => {
    const { ids, of } = await stock([900, 910, 905, 890]);
    await sql`update cards set state = 'paused' where id = ${ids[3]!}`;
    await add(user, { ...of, quantity: 1 });
    await buy(other, { ids: [ids[0]!] });
    await sql`update cards set state = 'available' where id = ${ids[3]!}`;
    const order = await buy(user, { ids: [ids[0]!], expected_total_cents: 900 });
    expect(order.status).toBe(201);
    expect(order.body.data.cards).toMatchObject([{ id: ids[3], price_cents: 890 }]);
    expect(await cartOf(user)).toEqual([]);
  });

  it('is bought as the open cart swapped it, though the page still names the card before', async () => {
    const { ids, of } = await stock([900, 900, 890]);
    await sql`update cards set state = 'paused' where id = ${ids[2]!}`;
    await add(user, { ...of, quantity: 2 });
    await buy(other, { ids: [ids[0]!] });
    await sql`update cards set state = 'available' where id = ${ids[2]!}`;
    await shop.runQueuedJobs();
    expect(await idsOf(user)).toEqual([ids[1]!, ids[2]!].sort());
    const order = await buy(user, { ids: [ids[0]!, ids[1]!], expected_total_cents: 1800 });
    expect(order.body.data.cards.map(({ price_cents }) => price_cents).sort()).toEqual([890, 900]);
    expect(await cartOf(user)).toEqual([]);
  });
});

it('a swapped line is removed by a page that still names the card before', async () => {
  const { of } = await stock([900, 900]);
  await add(user, { ...of, quantity: 1 });
  const [before] = await idsOf(user);
  await buy(other, { ids: [before!] });
  await shop.runQueuedJobs();
  expect(await idsOf(user)).not.toEqual([before]);
  expect((await shop.as(user)(removeFromCart, { query: { ids: before! } })).body.data).toEqual([]);
});

describe('the total that a buyer saw', () => {
  it('may fall by swaps only', async () => {
    const { ids, of } = await stock([900, 850]);
    await sql`update cards set state = 'paused' where id = ${ids[1]!}`;
    await add(user, { ...of, quantity: 1 });
    await buy(other, { ids: [ids[0]!] });
    await sql`update cards set state = 'available' where id = ${ids[1]!}`;
    const refused = await buy(user, { expected_total_cents: 1800 });
    expect([refused.status, refused.body.errors]).toEqual([409, { total_cents: ['850'] }]);
    expect((await buy(user, { expected_total_cents: 849 })).status).toBe(409);
    expect((await buy(user, { expected_total_cents: 900 })).status).toBe(201);
  });

  it('is not needed for a swap, but a line that became dearer is refused', async () => {
    const { ids, of } = await stock([900, 900]);
    await add(user, { ...of, quantity: 1 });
    await buy(other, { ids: [ids[0]!] });
    await sql`update cards set price_cents = 900, price_changed_at = now() + interval '1 hour' where id = ${ids[1]!}`;
    await shop.runQueuedJobs();
    await sql`update cards set price_cents = 950 where id = ${ids[1]!}`;
    expect((await buy(user)).status).toBe(409);
    await sql`update cards set price_cents = 900 where id = ${ids[1]!}`;
    expect((await buy(user)).status).toBe(201);
  });
});
