import { afterEach, expect, test, vi } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { listMissingNodes } from '#contracts/demo/demo.ts';
import { LOCAL_CHAINS } from '#features/demo/chain/local-chains.ts';
import { createTestShop } from '#tests/support/shop.ts';

const pages = await loadPages();
const install = 'apt-get install litecoind';
afterEach(() => vi.restoreAllMocks());

function without(...coins: (keyof typeof LOCAL_CHAINS)[]) {
  for (const [coin, chain] of Object.entries(LOCAL_CHAINS)) {
    vi.spyOn(chain, 'installed').mockReturnValue(!coins.some((missing) => missing === coin));
  }
}

async function billing(shop: Awaited<ReturnType<typeof createTestShop>>) {
  const { app } = createShop({ ctx: shop.ctx, pages });
  const { token } = await shop.createUser();
  return (await app.request('http://localhost/billing', { headers: { cookie: `facevalue=${token}` } })).text();
}

test('a demo without litecoind says on /billing how to get Litecoin', async () => {
  without('LTC');
  const shop = await createTestShop();
  const { data } = (await shop.as(null)(listMissingNodes)).body;
  expect(data).toEqual([{ coin: 'LTC', node: 'litecoind', install }]);
  const html = await billing(shop);
  expect(html).toContain(`<code>${install}</code>`);
});

test('nothing is said of coins whose node is there, or that this demo leaves out', async () => {
  without();
  expect((await (await createTestShop()).as(null)(listMissingNodes)).body.data).toEqual([]);
  without('LTC');
  const shop = await createTestShop({ demo_coins: ['ETH'] });
  expect(await billing(shop)).not.toContain(install);
});

test('outside demo mode there is no such call, and the page says nothing', async () => {
  without('LTC');
  const shop = await createTestShop({ demo: false });
  expect((await shop.as(null)(listMissingNodes)).status).toBe(404);
  expect(await billing(shop)).not.toContain(install);
});
