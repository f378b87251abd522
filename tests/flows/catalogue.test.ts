import { expect, test } from 'vitest';
import { getBrand, listBrands } from '#contracts/shop/brands.ts';
import { cardOptions, listCards } from '#contracts/shop/cards.ts';
import { addByValue, addToCart } from '#contracts/shop/cart.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { forgetBrands } from '#features/shop/brands/offered/kept-brands.ts';
import { loadCanvas } from '#platform/images/load-canvas.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop({ catalogue: 'public', requests_per_minute: 30 });
const closed = await createTestShop();
const [card] = await addCards(shop, { price_cents: 6_000, face_cents: 7_000 });
const [{ slug, programme_id }] = await shop.sql<[{ slug: string; programme_id: string }]>`
  select b.slug, p.id as programme_id from brands b join programmes p on p.brand_id = b.id`;
await addCards(closed);
const visitor = shop.as(null);
const text = async (app: typeof shop.app, path: string) => {
  const response = await app.request(`http://localhost${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('where the goods are public, visitors and new accounts read brands and cards, and what a new account may buy', async () => {
  for (const who of [null, await shop.createUser({ active: false }), await shop.createUser()]) {
    const as = shop.as(who);
    expect((await as(listBrands)).body.data).toHaveLength(1);
    expect((await as(getBrand, { params: { slug } })).body.data.on_sale).toBe(1);
    expect((await as(listCards)).body.data.map(({ id }) => id)).toEqual([card!.id]);
    expect((await as(cardOptions)).body.data.total).toBe(1);
  }
  const { body } = await visitor(getBrand, { params: { slug } });
  expect(body.data.can_buy).toBe(false);
  expect(body.data.programmes[0]!.values).toMatchObject([{ price_cents: 6_000, over_limit: 'one_order' }]);
});

test('visitors buy nothing, though they see it', async () => {
  expect((await visitor(addToCart, { body: { ids: [card!.id] } })).status).toBe(401);
  expect((await visitor(addByValue, { body: { programme_id, face_cents: 7_000, quantity: 1 } })).status).toBe(401);
  expect((await visitor(placeOrder, { body: { ids: [card!.id] } })).status).toBe(401);
});

test('where they are for members, visitors read none of it, and search engines find no sitemap', async () => {
  const as = closed.as(null);
  const [{ slug: other }] = await closed.sql<[{ slug: string }]>`select slug from brands`;
  const answers = [await as(listBrands), await as(getBrand, { params: { slug: other } }), await as(listCards)];
  expect([...answers, await as(cardOptions)].map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  const newcomer = closed.as(await closed.createUser({ active: false }));
  expect((await newcomer(listBrands)).status).toBe(403);
  for (const path of ['/sitemap.xml', `/brands/${other}/picture.png`]) {
    expect((await text(closed.app, path)).status).toBe(404);
  }
  expect((await text(closed.app, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /api/\nDisallow: /demo/\n');
});

test('search engines find each brand and its picture where the goods are public', async () => {
  const sitemap = await text(shop.app, '/sitemap.xml');
  expect(sitemap).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' });
  expect(sitemap.text).toContain(`<loc>http://localhost/brands/${slug}</loc>`);
  expect((await text(shop.app, '/robots.txt')).text).toContain('\nSitemap: http://localhost/sitemap.xml\n');
  await shop.sql`update brands set name = 'Rock & <Roll>'`;
  forgetBrands(shop.ctx);
  expect((await text(shop.app, '/brands/no-such-brand/picture.png')).status).toBe(404);
});

test("a brand's picture for messengers has its size, its colours, its name and the shop's, and is drawn once", async () => {
  const picture = (headers = {}) => shop.app.request(`http://localhost/brands/${slug}/picture.png`, { headers });
  const drawn = async () => {
    const response = await picture();
    const { createCanvas, loadImage } = loadCanvas();
    const image = await loadImage(Buffer.from(await response.arrayBuffer()));
    const pen = createCanvas(1200, 630).getContext('2d');
    pen.drawImage(image, 0, 0);
    const lit = (x: number, y: number, width: number, height: number) => {
      const { data } = pen.getImageData(x, y, width, height);
      return data.filter((value, at) => at % 4 === 0 && value > 240).length;
    };
    return { response, size: [image.width, image.height], name: lit(80, 400, 1040, 180), shop: lit(80, 60, 600, 80) };
  };
  const first = await drawn();
  expect(first.size).toEqual([1200, 630]);
  expect(first.response.headers.get('content-type')).toBe('image/png');
  for (const ink of [first.name, first.shop]) expect(ink).toBeGreaterThan(500);
  const etag = first.response.headers.get('etag')!;
  expect((await picture({ 'if-none-match': etag })).status).toBe(304);
  await shop.sql`update brands set name = 'xy'`;
  forgetBrands(shop.ctx);
  const renamed = await drawn();
  expect(renamed.name).toBeLessThan(first.name);
  expect(renamed.response.headers.get('etag')).not.toBe(etag);
});

test('the requests of visitors are counted by their address', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 31; i++) statuses.push((await visitor(listBrands)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.at(-1)).toBe(429);
});
