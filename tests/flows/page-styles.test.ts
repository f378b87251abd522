import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
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
    // The router marks by # what a script loads too.
    expect(file).toMatch(/^\/assets\/.*-[\w-]{8}\.(css#?|svg)$/);
    expect((await app.request(`http://localhost${file}`)).status).toBe(200);
  }
});

test('the styles know no left and right, so that a page can run from right to left', async () => {
  const folder = new URL('../../src/web/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.css'));
  // A place of half the page is the same from both sides.
  const physical =
    /(^|[\s{;])((margin|padding|border|scroll-(margin|padding))-(left|right)\b|(left|right): (?!50%)|text-align: (left|right)|(float|clear): (left|right)|border-(top|bottom)-(left|right)-radius)/;
  const faults = await Promise.all(
    files.map(async (name) => {
      const lines = (await readFile(new URL(name, folder), 'utf8')).split('\n');
      return lines.flatMap((line, at) => (physical.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : []));
    }),
  );
  expect(faults.flat()).toEqual([]);
});
