import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { startProxy } from '#tests/support/proxy.ts';
import { demoPassword } from '#tests/support/running-shop.ts';
import { addBuyer, copyShop, createDataDir, openBooks, startShop } from '#tests/support/shop-process.ts';
import { isOffice, screens } from '#web/routes.ts';

// A copy of the shop, whose built files can be removed.
const dir = await createDataDir();
const copy = await copyShop(dir);
const shop = await startShop(dir, { NODE_ENV: 'production' }, { cwd: copy });
const books = await openBooks(dir);
const proxy = await startProxy(shop.url);
const newPage = await openBrowser(proxy.url, { prefetching: true });

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
  for (const id of ['shop/buying/brand', 'shop/checkout/cart', 'shop/orders/orders'])
    await expect.poll(() => asked(id)).toBe(1);
  expect(await asked('shop/orders/receipt')).toBe(0);
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

const linked = ['shop/buying/bininfo', 'shop/buying/cards', 'shop/checkout/cart', 'shop/orders/orders'];

/** The file of each page that the menu leads to. */
const filesOf = (page: Page) =>
  page.evaluate(
    (ids) => Object.fromEntries(ids.map((id) => [window.__reactRouterManifest?.routes[id]?.module ?? '', id])),
    linked,
  );

const askedOf = (files: Record<string, string>) =>
  [...new Set(proxy.seen.flatMap(({ path }) => files[path] ?? []))].sort();

interface Idle {
  timeouts: (number | undefined)[];
  over?: boolean;
}

/** Opens a page and waits until nothing is left to do that can wait; returns the pages whose code was asked for. */
async function askedAhead(connection: object | undefined, says_when_idle: boolean): Promise<string[]> {
  const page = await newPage(await addBuyer(books, 1_00));
  await page.addInitScript(
    ({ given, says }) => {
      Object.defineProperty(navigator, 'connection', { get: () => given });
      const idle: Idle = { timeouts: [] };
      const browser = window as unknown as { requestIdleCallback?: typeof requestIdleCallback; idle: Idle };
      browser.idle = idle;
      const { requestIdleCallback: ask } = window;
      browser.requestIdleCallback = (callback, options) => {
        idle.timeouts.push(options?.timeout);
        return ask(callback, options);
      };
      if (!says) delete browser.requestIdleCallback;
      // The last piece of work.
      navigator.serviceWorker.register = () => {
        idle.over = true;
        return Promise.reject(new Error('not here'));
      };
    },
    { given: connection, says: says_when_idle },
  );
  proxy.seen.length = 0;
  await page.goto('/news');
  const idle = () => page.evaluate(() => (window as unknown as { idle: Idle }).idle);
  await expect.poll(async () => (await idle()).over).toBe(true);
  expect([...new Set((await idle()).timeouts)]).toEqual(says_when_idle ? [2000] : []);
  return askedOf(await filesOf(page));
}

test.each([
  [{ effectiveType: '2g' }, true, []],
  [{ effectiveType: 'slow-2g' }, true, []],
  [{ effectiveType: '4g', saveData: true }, true, []],
  [{ effectiveType: '4g', saveData: false }, true, linked],
  [undefined, false, linked],
])(
  'pages behind links are fetched when idle, and never where bytes are dear: %j, says when it is idle: %s',
  async (connection, says_when_idle, expected) => {
    expect(await askedAhead(connection, says_when_idle)).toEqual(expected);
  },
);

test('the next page is fetched once the one before has come', async () => {
  const first = await newPage(await addBuyer(books, 1_00));
  await first.goto('/news');
  const files = await filesOf(first);
  const page = await newPage(await addBuyer(books, 1_00));
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // A page that takes too long is no longer waited for: here it may take as long as it likes.
    window.setTimeout = ((work: TimerHandler, ms?: number) =>
      ms === 2000 ? 0 : setTimeout(work, ms)) as typeof setTimeout;
  });
  await first.close();
  proxy.seen.length = 0;
  proxy.hold(({ path }) => path in files);
  await page.goto('/news');
  await expect.poll(() => askedOf(files).length).toBe(1);
  await muchIdle(page);
  expect(askedOf(files)).toHaveLength(1);
  proxy.release();
  await expect.poll(() => askedOf(files)).toEqual(linked);
});

const office = screens.filter(isOffice).map(({ page }) => page);

const officeScreens = (page: Page) =>
  page.evaluate((ids) => ids.filter((id) => window.__reactRouterManifest?.routes[id]), office);

async function signInAsAdmin(page: Page): Promise<void> {
  await untilHydrated(page);
  expect(await officeScreens(page)).toEqual([]);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(demoPassword);
  proxy.seen.length = 0;
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openOffice(page: Page): Promise<void> {
  await page.locator('.nav-account > summary').click();
  await page.locator('.nav-account').getByRole('link', { name: 'Back office' }).click({ noWaitAfter: true });
}

const officeDocuments = () => documents().filter((path) => /^\/admin/i.test(path));

const inOffice = (page: Page) => page.getByRole('heading', { name: 'Back office', level: 1 }).waitFor();

test('staff that signs in gets to the page of the office asked for, which is loaded in full', async () => {
  const page = await newPage();
  await page.goto('/Admin?hours=24#main');
  await page.waitForURL('**/login?next=%2FAdmin%3Fhours%3D24%23main');
  await signInAsAdmin(page);
  await inOffice(page);
  expect(new URL(page.url()).hash).toBe('#main');
  expect(officeDocuments()).toEqual(['/Admin?hours=24']);
  // Not in place of the document; the overview renews its data by itself later.
  const before = proxy.seen.slice(
    0,
    proxy.seen.findIndex(({ path }) => path === '/Admin?hours=24'),
  );
  expect(before.filter(({ path }) => /^\/admin\.data/i.test(path))).toEqual([]);
  await expect.poll(() => officeScreens(page)).toContain('oversight/admin/audit/entry');
});

test('from a page of the shop the office is loaded in full, unless one goes elsewhere meanwhile', async () => {
  const page = await newPage();
  await page.goto('/login');
  await signInAsAdmin(page);
  await page.waitForURL('**/news');
  // Tests can't touch a page while the browser waits for the next, so the page itself goes elsewhere then.
  await page.evaluate(() => {
    const leave = () => document.querySelector<HTMLElement>('.nav-list a[href="/orders"]')?.click();
    window.navigation.addEventListener('navigate', () => setTimeout(leave), { once: true });
  });
  proxy.hold(({ path }) => path === '/admin');
  await openOffice(page);
  await expect.poll(() => pathOf(page)).toBe('/orders');
  proxy.release();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  await muchIdle(page);
  expect(pathOf(page)).toBe('/orders');
  expect(await officeScreens(page)).toEqual([]);
  // A page that is left before the browser asked for the office never asks for it.
  proxy.seen.length = 0;
  await openOffice(page);
  await inOffice(page);
  expect(officeDocuments()).toEqual(['/admin']);
  await expect.poll(() => officeScreens(page)).toContain('oversight/admin/audit/entry');
});

test('back to the office after signing out leads to the login page', async () => {
  const page = await newPage();
  await page.goto('/login?next=%2Fadmin%23main');
  await signInAsAdmin(page);
  await inOffice(page);
  await page.locator('.nav-account > summary').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await page.reload();
  await untilHydrated(page);
  expect(await officeScreens(page)).toEqual([]);
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL('**/login?next=%2Fadmin%23main');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a page of the office is asked for again, with its hash, when the session is over', async () => {
  const [programme] = await books<{ id: string }[]>`select id from programmes order by id limit 1`;
  const path = `/admin/programmes/${programme?.id}`;
  const page = await newPage({ refusals: true });
  await page.goto(`/login?next=${encodeURIComponent(`${path}#main`)}`);
  await signInAsAdmin(page);
  await page.waitForURL(`**${path}#main`);
  await untilHydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click();
  await page.waitForURL('**/cards');
  await page.context().clearCookies();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL(`**/login?next=${encodeURIComponent(`${path}#main`)}`);
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
