import { expect, test } from 'vitest';
import { addToCart, getCart } from '#contracts/cart.ts';
import { placeOrder } from '#contracts/orders.ts';
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
