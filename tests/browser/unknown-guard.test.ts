import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { afterAll, expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { openBrowser, pathOf } from '#tests/support/browser.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { root } from '#tests/support/shop-process.ts';
import { createPageHandler } from '#web/server/page-handler.ts';

const shop = await createTestShop();

/** The built pages with a typo in the table of screens: the FAQ names a guard that does not exist. */
async function pagesWithUnknownGuard() {
  const copy = join(root, 'build', `server-unknown-guard-${process.pid}`);
  await cp(join(root, 'build/server'), copy, { recursive: true });
  afterAll(() => rm(copy, { recursive: true }));
  const screen = /(path: "\/faq",[^}]*guards: \["auth")(\])/;
  const files = (await readdir(copy, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(files.map((name) => readFile(join(copy, name), 'utf8')));
  const at = texts.findIndex((text) => screen.test(text));
  expect(at).toBeGreaterThanOrEqual(0);
  await writeFile(join(copy, files[at]!), texts[at]!.replace(screen, '$1, "vip"$2'));
  const { href } = pathToFileURL(join(copy, 'index.js'));
  return { ...(await loadPages()), handle: createPageHandler(await import(href), 'production') };
}

const { app } = createShop({ ctx: shop.ctx, pages: await pagesWithUnknownGuard() });
const server = createServer(getRequestListener(app.fetch));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => server.close(resolve)));
const newPage = await openBrowser(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
const { token } = await shop.createUser();
const expected = /\b500\b|WebSocket/;

test.each([true, false])(
  'a screen with an unknown guard is a 500 page naming it, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ token, javaScript, expected });
    expect((await page.goto('/faq'))?.status()).toBe(500);
    await page.getByRole('heading', { name: 'Unknown middleware vip', exact: true }).waitFor();
    await page.getByText('An error occurred while rendering this page.').waitFor();
    expect(await page.locator('.error-status').textContent()).toBe('500');
  },
);

test('a link to a screen with an unknown guard leads to the same 500 page, and the others still work', async () => {
  const page = await newPage({ token, expected });
  await page.goto('/news');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByText('Support', { exact: true }).click();
  await menu.getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { name: 'Unknown middleware vip', exact: true }).waitFor();
  expect(await page.locator('.error-status').textContent()).toBe('500');
  await expect.poll(() => page.locator('.spinner-page, .progress-bar').count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: 'News', exact: true }).waitFor();
  expect(pathOf(page)).toBe('/news');
});
