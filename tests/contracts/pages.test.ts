import { expect, test } from 'vitest';
import { createShop } from '#app/shop.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop({ requests_per_minute: 1 });
const answered: (string | null)[] = [];
let told: Date | undefined;
const { app } = createShop({
  ctx: shop.ctx,
  pages: {
    assets: null,
    assetsBefore: null,
    messageFiles: {},
    handle: async (_request, { user, trouble, now }) => {
      told = now;
      answered.push(trouble?.message ?? user?.username ?? null);
      return new Response(null, { status: 302, headers: { location: '/news' } });
    },
  },
});
const open = (token: string) => app.request('http://localhost/orders', { headers: { cookie: `facevalue=${token}` } });

test('a browser over its limit is told so; it is not taken for a visitor and sent to the login', async () => {
  const user = await shop.createUser();
  expect((await open(user.token)).status).toBe(302);
  const refused = await open(user.token);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answered).toEqual([user.username, expect.stringContaining('Too many')]);
});

test('no answer of a page is kept by a cache, redirects included', async () => {
  const user = await shop.createUser();
  expect((await open(user.token)).headers.get('cache-control')).toBe('private, no-store');
});

test("pages tell the time by the shop's clock", async () => {
  const user = await shop.createUser();
  shop.clock.advance(HOUR_MS);
  await open(user.token);
  expect(told).toEqual(shop.clock.now());
});
