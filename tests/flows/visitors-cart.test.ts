import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { getCart } from '#contracts/shop/cart.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop({ catalogue: 'public' });
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

const open = (path: string, cookies: string[]) =>
  app.request(`http://localhost${path}`, { headers: { cookie: cookies.join('; ') } });
const cartOf = (ids: readonly string[]) => `facevalue_cart=${ids.join('.')}`;
const inCart = async (who: TestUser) => (await shop.as(who)(getCart)).body.data.map(({ id }) => id).sort();
const ended = (response: Response) =>
  response.headers.getSetCookie().some((line) => /^facevalue_cart=;.*Max-Age=0/.test(line));

test('what a visitor chose goes into the cart of whoever signs in, without what is gone or was never there, and once', async () => {
  const cards = (await addCards(shop, { count: 4 })).map(({ id }) => id);
  const [sold, paused, ...there] = cards;
  await shop.sql`update cards set state = 'sold' where id = ${sold!}`;
  await shop.sql`update cards set state = 'paused' where id = ${paused!}`;
  const [first, second] = [await shop.createUser(), await shop.createUser()];
  const cookie = cartOf([sold!, randomUUID(), there[0]!, paused!, '../x', there[1]!]);
  const response = await open('/cart', [`facevalue=${first.token}`, cookie]);
  expect([response.status, response.headers.get('location'), ended(response)]).toEqual([302, '/cart', true]);
  expect(await inCart(first)).toEqual(there.toSorted());
  expect((await open('/cart', [`facevalue=${second.token}`])).status).toBe(200);
  expect(await inCart(second)).toEqual([]);
});

test('a cookie with an invented cart changes nothing on the pages of a visitor', async () => {
  const [card] = await addCards(shop);
  const page = await open('/cards', [cartOf([card!.id, `"><script>alert(1)</script>`, 'x'.repeat(3000)])]);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain('alert(1)');
  expect((await open('/cart', [cartOf([card!.id])])).status).toBe(302);
  expect(await shop.sql`select from cart_items where card_id = ${card!.id}`).toHaveLength(0);
});

test('where only members see the catalogue, the cookie says nothing', async () => {
  const members = await createTestShop();
  const { app: theirs } = createShop({ ctx: members.ctx, pages: await loadPages() });
  const [card] = await addCards(members);
  const buyer = await members.createUser();
  const response = await theirs.request('http://localhost/cart', {
    headers: { cookie: `facevalue=${buyer.token}; ${cartOf([card!.id])}` },
  });
  expect(response.status).toBe(200);
  expect((await members.as(buyer)(getCart)).body.data).toEqual([]);
});
