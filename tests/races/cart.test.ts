import { expect, test } from 'vitest';
import { addByValue, addToCart, getCart, removeFromCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { swapLines } from '#features/shop/cart/swap/swap-lines.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();

test('additions at once do not fill carts past their limit', async () => {
  const ids = (await addCards(shop, { count: 139, price_cents: 100 })).map(({ id }) => id);
  const users = await Promise.all(Array.from({ length: 4 }, () => shop.createUser({ balance_cents: 50_000 })));
  const add = (user: { token: string }, some: string[]) => shop.as(user)(addToCart, { body: { ids: some } });
  for (const user of users) {
    expect((await add(user, ids.slice(0, 99))).status).toBe(200);
    const answers = await Promise.all(ids.slice(99).map((one) => add(user, [one])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(39);
    expect((await shop.as(user)(getCart)).body.data).toHaveLength(100);
  }
  expect((await shop.as(users[0]!)(placeOrder, { body: {} })).body.data.cards).toHaveLength(100);
});

test('buyers who race for the cheapest cards of a value get one each, at no higher price than they saw', async () => {
  const cards = await addCards(shop, { count: 12, price_cents: 1000 });
  const ids = cards.map(({ id }) => id);
  await shop.sql`update cards set price_cents = 1000 - 10 * (place % 3) from unnest(${ids}::uuid[]) with ordinality as of (card, place) where id = card`;
  const [{ programme_id }] = await shop.sql<
    [{ programme_id: string }]
  >`select programme_id from cards where id = ${ids[0]!}`;
  const users = await Promise.all(Array.from({ length: 16 }, () => shop.createUser({ balance_cents: 5_000 })));
  const seen = await Promise.all(
    users.map(async (user) => {
      const { body } = await shop.as(user)(addByValue, { body: { programme_id, face_cents: 1000, quantity: 1 } });
      return body.data[0]!.price_cents;
    }),
  );
  const answers = await Promise.all(
    users.map((user, at) => shop.as(user)(placeOrder, { body: { expected_total_cents: seen[at]! } })),
  );
  // Everybody saw the cheapest, and there are four of those.
  const bought = answers.flatMap(({ status, body }) => (status === 201 ? [body.data] : []));
  expect(bought).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(12);
  expect(new Set(bought.flatMap((order) => order.cards.map(({ id }) => id))).size).toBe(4);
  for (const order of bought) expect(order.total_cents).toBeLessThanOrEqual(Math.max(...seen));
});

test('carts that are swapped while they are bought end with each card sold once, and none dearer', async () => {
  const cards = await addCards(shop, { count: 40, price_cents: 500 });
  const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
    select programme_id from cards where id = ${cards[0]!.id}`;
  const users = await Promise.all(Array.from({ length: 12 }, () => shop.createUser({ balance_cents: 5_000 })));
  for (const user of users) {
    await shop.as(user)(addByValue, { body: { programme_id, face_cents: 1000, quantity: 3 } });
  }
  const [answers] = await Promise.all([
    Promise.all(users.map((user) => shop.as(user)(placeOrder, { body: { expected_total_cents: 1500 } }))),
    shop.runQueuedJobs(),
    ...users.map((user) => swapLines(shop.ctx, user.id)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  const sold = answers.flatMap(({ body }) => body.data.cards.map(({ id }) => id));
  expect(new Set(sold).size).toBe(36);
  for (const user of users) expect((await shop.as(user)(getCart)).body.data).toEqual([]);
});

test.each([
  ['removed', removeFromCart],
  ['bought', placeOrder],
] as const)('a line that is swapped at the moment it is %s is gone from the cart', async (_how, ending) => {
  const cards = await addCards(shop, { count: 3, price_cents: 500 });
  const [{ programme_id }] = await shop.sql<[{ programme_id: string }]>`
    select programme_id from cards where id = ${cards[0]!.id}`;
  const user = await shop.createUser({ balance_cents: 5_000 });
  const added = await shop.as(user)(addByValue, { body: { programme_id, face_cents: 1000, quantity: 1 } });
  const before = added.body.data[0]!.id;
  const [after] = cards.filter(({ id }) => id !== before);
  const waiting = () => shop.sql`
    select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`;
  let ended: Promise<{ status: number }> | undefined;
  await shop.sql.begin(async (tx) => {
    await tx`update cart_items set card_id = ${after!.id}, replaced = array[card_id] where user_id = ${user.id}`;
    ended = shop.as(user)(ending as typeof placeOrder, { body: { ids: [before] } });
    await expect.poll(waiting).not.toHaveLength(0);
  });
  expect((await ended!).status).toBeLessThan(300);
  expect((await shop.as(user)(getCart)).body.data).toEqual([]);
});
