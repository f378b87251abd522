import { expect, test } from 'vitest';
import { loadPages } from '#app/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

test('a page names its styles ahead of itself; they and the mark are files of the build', async () => {
  const page = await app.request('http://localhost/login');
  const html = await page.text();
  const styles = [...html.matchAll(/<link[^>]* rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  expect(styles.length).toBeGreaterThan(0);
  expect(page.headers.get('link')).toBe(styles.map((href) => `<${href}>; rel=preload; as=style`).join(', '));
  const [, mark = ''] = /<img class="mark" src="([^"]+)"/.exec(html) ?? [];
  for (const file of [...styles, mark]) {
    expect(file).toMatch(/^\/assets\/.*-[\w-]{8}\.(css|svg)$/);
    expect((await app.request(`http://localhost${file}`)).status).toBe(200);
  }
});
