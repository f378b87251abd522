import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { startProxy } from '#tests/support/proxy.ts';
import { demoPassword } from '#tests/support/running-shop.ts';
import { addBuyer, copyShop, createDataDir, openBooks, startShop } from '#tests/support/shop-process.ts';

// A copy of the shop, whose built files can be removed.
const dir = await createDataDir();
const copy = await copyShop(dir);
const shop = await startShop(dir, { NODE_ENV: 'production' }, { cwd: copy });
const books = await openBooks(dir);
const proxy = await startProxy(shop.url);
const newPage = await openBrowser(proxy.url);

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const isData = ({ path }: { path: string }) => /\.data(\?|$)/.test(path);

async function openedBy(path: string, more = {}): Promise<Page> {
  const page = await newPage({ ...(await addBuyer(books, 100_00)), ...more });
  await page.goto(path);
  await untilHydrated(page);
  return page;
}

test('the code of pages that links lead to is there before they are opened, each asked for once', async () => {
  const page = await openedBy('/cards');
  const asked = (id: string) =>
    page.evaluate((one) => {
      const module = window.__reactRouterManifest?.routes[one]?.module;
      const links = [...document.querySelectorAll('link[rel=modulepreload]')];
      return module ? links.filter((link) => link.getAttribute('href') === module).length : null;
    }, id);
  for (const id of ['shop/brand', 'shop/cart', 'orders/orders']) await expect.poll(() => asked(id)).toBe(1);
  expect(await asked('orders/receipt')).toBe(0);
});

/** How opaque an element is `ms` after it appeared, by its own animation moved to that moment. */
const opacityAt = (page: Page, selector: string, ms: number) =>
  page.locator(selector).evaluate((element, at) => {
    for (const animation of element.getAnimations()) {
      animation.pause();
      animation.currentTime = at;
    }
    return Number(getComputedStyle(element).opacity);
  }, ms);

test('the spinner and the bar stand while a page loads, not before 150 and 200 ms, and go with the answer', async () => {
  const page = await openedBy('/news');
  proxy.hold(isData);
  await menu(page).getByRole('link', { name: 'Orders' }).click();
  await page.locator('.spinner-page').waitFor({ state: 'attached' });
  expect(await opacityAt(page, '.spinner-page', 149)).toBe(0);
  expect(await opacityAt(page, '.spinner-page', 400)).toBe(1);
  const bar = await page.locator('.progress-bar').evaluate((element) => {
    const [animation] = element.getAnimations();
    const { delay, duration } = animation?.effect?.getTiming() ?? {};
    return { delay, duration, height: element.getBoundingClientRect().height };
  });
  expect(bar).toEqual({ delay: 200, duration: 5000, height: 2 });
  expect(pathOf(page)).toBe('/news');
  proxy.release();
  await page.waitForURL('**/orders');
  await expect.poll(() => page.locator('.spinner-page, .progress-bar').count()).toBe(0);
});

test('the spinner stands while a form is sent without leaving the page, the bar does not', async () => {
  const page = await openedBy('/cards?sort=price');
  proxy.hold(({ method }) => method === 'POST');
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click();
  await page.locator('.spinner-page').waitFor({ state: 'attached' });
  expect(await page.locator('.progress-bar').count()).toBe(0);
  proxy.release();
  await expect.poll(() => page.locator('.spinner-page').count()).toBe(0);
});

test('another navigation takes the place of one that hangs, and clears the flag when it is done', async () => {
  const page = await openedBy('/news');
  proxy.hold(({ path }) => path.startsWith('/orders.data'));
  await menu(page).getByRole('link', { name: 'Orders' }).click();
  await page.locator('.progress-bar').waitFor({ state: 'attached' });
  await menu(page).getByRole('link', { name: 'Bin' }).click();
  await page.waitForURL('**/bininfo');
  await expect.poll(() => page.locator('.spinner-page, .progress-bar').count()).toBe(0);
  proxy.release();
  await page.getByRole('heading', { name: 'Prefix directory' }).waitFor();
});

/** Waits until the page has been idle often enough for all work queued so far. */
const muchIdle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 60; turn++) await new Promise((done) => requestIdleCallback(done));
  });

/** Opens a page and waits until it has been idle for a while. */
async function idleOn(connection: object | undefined): Promise<void> {
  const page = await newPage(await addBuyer(books, 1_00));
  await page.addInitScript((given) => {
    Object.defineProperty(navigator, 'connection', { get: () => given });
    const idle = window.requestIdleCallback;
    window.requestIdleCallback = (callback, options) => {
      (window as unknown as { idle_timeout?: number }).idle_timeout = options?.timeout ?? 0;
      return idle(callback, options);
    };
  }, connection);
  proxy.seen.length = 0;
  await page.goto('/news');
  await expect.poll(() => page.evaluate(() => (window as { idle_timeout?: number }).idle_timeout)).toBe(2000);
  await muchIdle(page);
  await page.evaluate(() => fetch('/healthz'));
}

const seenPages = () => [
  ...new Set(proxy.seen.flatMap(({ path }) => /^\/assets\/(cards|cart|orders|bininfo)-/.exec(path)?.[1] ?? [])),
];

test.each([
  [{ effectiveType: '2g' }, []],
  [{ effectiveType: 'slow-2g' }, []],
  [{ effectiveType: '4g', saveData: true }, []],
  [{ effectiveType: '4g', saveData: false }, ['bininfo', 'cards', 'cart', 'orders']],
])('pages behind links are fetched when idle, and never where bytes are dear: %j', async (connection, expected) => {
  await idleOn(connection);
  // A busy browser asks for them in more than one idle moment.
  await expect.poll(() => seenPages().sort()).toEqual(expected);
});

test('the next page is fetched once the one before has come', async () => {
  const page = await newPage(await addBuyer(books, 1_00));
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // A page that takes too long is no longer waited for: here it may take as long as it likes.
    window.setTimeout = ((work: TimerHandler, ms?: number) =>
      ms === 2000 ? 0 : setTimeout(work, ms)) as typeof setTimeout;
  });
  const pages = /^\/assets\/(cards|cart|orders|bininfo)-/;
  proxy.seen.length = 0;
  proxy.hold(({ path }) => pages.test(path));
  await page.goto('/news');
  await expect.poll(() => seenPages().length).toBe(1);
  await muchIdle(page);
  expect(seenPages()).toHaveLength(1);
  proxy.release();
  await expect.poll(() => seenPages().sort()).toEqual(['bininfo', 'cards', 'cart', 'orders']);
});

const officeScreens = (page: Page) =>
  page.evaluate(() =>
    Object.keys(window.__reactRouterManifest?.routes ?? {}).filter((id) => /^(admin|reseller)/.test(id)),
  );

async function signInAsAdmin(page: Page): Promise<void> {
  await untilHydrated(page);
  expect(await officeScreens(page)).toEqual([]);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(demoPassword);
  proxy.seen.length = 0;
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test.each([
  ['at once', '/login?next=%2Fadmin%3Fhours%3D24%23main'],
  ['from a page of the shop', '/login'],
])('a browser that knows only the screens of the shop opens the office in full: %s', async (_when, login) => {
  const page = await newPage();
  await page.goto(login);
  await signInAsAdmin(page);
  if (login === '/login') {
    await page.waitForURL('**/news');
    await page.locator('.nav-account > summary').click();
    await page.locator('.nav-account').getByRole('link', { name: 'Back office' }).click();
  }
  await page.waitForURL(login === '/login' ? '**/admin' : '**/admin?hours=24#main');
  await page.getByRole('heading', { name: 'Back office', level: 1 }).waitFor();
  expect(documents()).toEqual([login === '/login' ? '/admin' : '/admin?hours=24']);
  expect(proxy.seen.filter(({ path }) => path.startsWith('/admin.data'))).toEqual([]);
  expect(await officeScreens(page)).toContain('admin/audit/entry');
});

/** Removes a page's code from the running build; the returned function restores it. */
async function takeAway(page: string): Promise<() => Promise<void>> {
  const assets = join(copy, 'build', 'client', 'assets');
  const files = (await readdir(assets)).filter((name) => name.startsWith(`${page}-`));
  for (const name of files) await rename(join(assets, name), join(copy, name));
  return async () => {
    for (const name of files) await rename(join(copy, name), join(assets, name));
  };
}

const thrifty = () => Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) });
const gone = { refusals: true, expected: /404|Failed to fetch dynamically imported module|MIME type|WebSocket/ };
const documents = () =>
  proxy.seen.filter(({ path }) => !/^\/(assets|healthz|live)|\.data|\./.test(path)).map(({ path }) => path);

test('a chunk that is gone costs one full load of the page asked for, and no loop', async () => {
  const page = await newPage({ ...(await addBuyer(books, 1_00)), ...gone });
  await page.addInitScript(thrifty);
  await page.goto('/news');
  await page.getByRole('button', { name: 'Logout', includeHidden: true }).waitFor({ state: 'attached' });
  const putBack = await takeAway('orders');
  try {
    proxy.seen.length = 0;
    await menu(page).getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/orders');
    await page.getByText("Part of this page didn't load.").waitFor();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(documents()).toEqual(['/orders']);
    // It works as it does without JavaScript.
    await menu(page).getByRole('link', { name: 'Bin' }).click();
    await page.getByRole('heading', { name: 'Prefix directory' }).waitFor();
    expect(await page.getByText("Part of this page didn't load.").isVisible()).toBe(false);
  } finally {
    await putBack();
  }
});

test('a page whose own chunk is gone at first is loaded once more, and then it is whole', async () => {
  const page = await newPage({ ...(await addBuyer(books, 1_00)), ...gone });
  await page.addInitScript(thrifty);
  const putBack = await takeAway('orders');
  proxy.seen.length = 0;
  proxy.hold(({ path }) => path.startsWith('/orders') && documents().length > 1);
  await page.goto('/orders', { waitUntil: 'commit' });
  await expect.poll(proxy.held).toBe(1);
  await putBack();
  proxy.release();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await page.getByText("Part of this page didn't load.").isVisible()).toBe(false);
  expect(documents()).toEqual(['/orders', '/orders']);
});
