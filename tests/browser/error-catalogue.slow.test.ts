import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startProxy } from '#tests/support/proxy.ts';
import { demoPassword } from '#tests/support/running-shop.ts';
import { sealOwnWrites } from '#tests/support/seal-own-writes.ts';
import { addBuyer, addSession, createDataDir, endShop, startShop } from '#tests/support/shop-process.ts';
import { layWire } from '#tests/support/wire.ts';

// The database connection can be cut, and browsers reach the shop through a proxy.
const { sql: books, url: database } = await createTestDatabase();
const wire = await layWire(database);
const dir = await createDataDir();
const settings = { NODE_ENV: 'production', DATABASE_URL: wire.url };
const shop = await startShop(dir, settings);
await sealOwnWrites(books, await readFile(join(dir, 'master.key')));
const proxy = await startProxy(shop.url);
const newPage = await openBrowser(proxy.url);

/** Leads browsers to another process of the shop, with more settings, while `run` runs. */
async function withSettings(more: Record<string, string>, run: () => Promise<void>): Promise<void> {
  const other = await startShop(dir, { ...settings, ...more }, { role: 'web' });
  proxy.leadTo(other.url);
  try {
    await run();
  } finally {
    proxy.leadTo(shop.url);
    await endShop(other, 'SIGTERM');
  }
}

const buyer = () => addBuyer(books, 100_00);
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const idle = (page: Page) => expect.poll(() => page.locator('.spinner-page, .progress-bar').count()).toBe(0);

test.each([true, false])(
  '503 with the database away leads to /maintenance and back, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ ...(await buyer()), javaScript, refusals: true, expected: /WebSocket|ERR_|503/ });
    // A socket without events: otherwise the page itself would notice, and wait for itself instead of the orders.
    await page.routeWebSocket(/./, () => {});
    await page.goto('/faq');
    await wire.cut();
    try {
      await menu(page).getByRole('link', { name: 'Orders' }).click();
      await page.waitForURL('**/maintenance?next=%2Forders');
      await page.getByRole('heading', { name: 'We are working on the shop' }).waitFor();
      await idle(page);
    } finally {
      await wire.mend();
    }
    await page.waitForURL('**/orders');
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  },
);

test('a visitor whose sign-in meets no database waits at /maintenance too, and comes back to the login page', async () => {
  const page = await newPage({ expected: /503/ });
  await page.goto('/login?next=%2Forders');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(demoPassword);
  await wire.cut();
  try {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'We are working on the shop' }).waitFor();
    await page.waitForResponse((response) => /maintenance/.test(response.url()));
    expect(pathOf(page)).toBe('/maintenance?next=%2Flogin%3Fnext%3D%252Forders');
  } finally {
    await wire.mend();
  }
  await page.waitForURL((url) => url.pathname + url.search === '/login?next=%2Forders');
});

test('a closed shop sends to /maintenance, lets admins in, and leads back to where one was', async () => {
  const page = await newPage({ ...(await buyer()), expected: /5\d\d|ERR_|WebSocket/ });
  await page.goto('/cards?sort=price');
  await withSettings({ MAINTENANCE: 'on' }, async () => {
    await menu(page).getByRole('link', { name: 'Bin' }).click();
    await page.waitForURL('**/maintenance?next=%2Fbininfo');
    await page.getByRole('heading', { name: 'We are working on the shop' }).waitFor();
    const admin = await newPage({ expected: /5\d\d|ERR_|WebSocket/ });
    await admin.goto('/bininfo');
    expect(pathOf(admin)).toBe('/login?next=%2Fbininfo');
    await admin.getByLabel('Username').fill('admin');
    await admin.getByLabel('Password').fill(demoPassword);
    await admin.getByRole('button', { name: 'Sign in' }).click();
    await admin.waitForURL('**/bininfo');
  });
  await page.waitForURL('**/bininfo');
  await page.getByRole('heading', { name: 'Prefix directory' }).waitFor();
});

test('404 is a toast with what the server said, and the page stays', async () => {
  const { id, token } = await buyer();
  const other = newToken();
  await addSession(books, id, other);
  const page = await newPage({ token, refusals: true, expected: /WebSocket|ERR_/ });
  await page.goto('/user/sessions');
  const button = page.getByRole('button', { name: 'Sign out Unknown device', exact: true });
  await button.waitFor();
  await books`delete from sessions where token_hash = ${hashToken(other)}`;
  await button.click();
  const toast = page.locator('.toast[data-type=error]');
  await toast.waitFor();
  expect(await toast.textContent()).toMatch(/session/i);
  expect(pathOf(page)).toBe('/user/sessions');
  expect(await page.locator('.alert').count()).toBe(0);
  await idle(page);
});

test('a page of something that is gone is a 404 page with what the server said, below the menu', async () => {
  const page = await newPage({ ...(await buyer()), refusals: true, expected: /WebSocket|ERR_/ });
  await page.goto('/orders/019a0000-0000-7000-8000-000000000000');
  const said = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByText('This page could not be found').waitFor();
  expect(await page.locator('.toast[data-type=error]').textContent()).toBe(said);
  await menu(page).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
});

test('401 leads to the login, and from there back', async () => {
  const { id, token } = await buyer();
  const page = await newPage({ token, refusals: true, expected: /WebSocket|ERR_/ });
  // A socket without events: otherwise the page itself would notice that its session has ended.
  await page.routeWebSocket(/./, () => {});
  await page.goto('/cards?sort=price');
  await books`delete from sessions where user_id = ${id}`;
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click();
  await page.waitForURL('**/login?next=%2Fcards%3Fsort%3Dprice');
  await idle(page);
  await page.getByLabel('Username').fill('buyer');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/cards?sort=price');
});

test('the part after # is kept through the login, with a link and with an address', async () => {
  const { id, token } = await buyer();
  const page = await newPage({ token, refusals: true, expected: /WebSocket|ERR_/ });
  await page.routeWebSocket(/./, () => {});
  await page.goto('/news');
  await untilHydrated(page);
  await books`delete from sessions where user_id = ${id}`;
  // Pages may go by a session read up to five seconds ago (docs/decisions/004).
  const asked = () => fetch(`${shop.url}/faq`, { headers: { cookie: `facevalue=${token}` }, redirect: 'manual' });
  await expect.poll(async () => (await asked()).status).toBe(302);
  await page.evaluate(() => void window.__reactRouterDataRouter?.navigate('/faq#delivery'));
  await page.waitForURL('**/login?next=%2Ffaq%23delivery');
  await page.goto('/orders#latest');
  await page.waitForURL('**/login?next=%2Forders%23latest');
});

test('the part after # is kept when a page notices by itself that its session is over', async () => {
  const { id, token } = await buyer();
  const page = await newPage({ token, refusals: true, expected: /WebSocket|ERR_/ });
  const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto('/faq#delivery');
  await live;
  await books`delete from sessions where user_id = ${id}`;
  await page.waitForURL('**/login?next=%2Ffaq%23delivery');
});

const blocked = /^The network undid a payment of yours/;

test.each([true, false])(
  '403 to a form is a warning with what the server said, on /403, with JavaScript: %s',
  async (javaScript) => {
    const { id, token } = await buyer();
    const page = await newPage({ token, javaScript, refusals: true, expected: /WebSocket|ERR_/ });
    await page.goto('/cards?sort=price');
    await page.locator('.tile').first().getByRole('link', { name: /^Buy / }).click();
    await page.getByRole('button', { name: /^Pay / }).waitFor();
    await books.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into spending_blocks (user_id, deposit_id, blocked_at) values (${id}, uuidv7(), now())`;
    });
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL('**/403');
    await page.getByRole('heading', { name: 'Access Forbidden' }).waitFor();
    expect(await page.locator('.toast[data-type=warning]').textContent()).toMatch(blocked);
    await idle(page);
    expect(await books`select from orders where user_id = ${id}`).toHaveLength(0);
  },
);

test('registration that closed while its form was open leads to /403 and says why, with and without JavaScript', async () => {
  const pages: Page[] = [];
  for (const javaScript of [true, false]) {
    const page = await newPage({ javaScript, refusals: true, expected: /ERR_/ });
    await page.goto('/register');
    await page.getByLabel('Username').fill('late.comer');
    await page.getByLabel('E-mail').fill('late.comer@example.com');
    await page.getByLabel('Password').fill('correct-horse-7-battery');
    await page.getByLabel('I accept the terms').check();
    pages.push(page);
  }
  await withSettings({ REGISTRATION: 'closed' }, async () => {
    for (const page of pages) {
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL('**/403');
      const why = page.locator('.toast[data-type=warning]');
      await why.getByText("Registration is closed. We're not taking new accounts at the moment.").waitFor();
      expect(await page.getByRole('button', { name: 'Create account' }).count()).toBe(0);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).waitFor();
      expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0);
    }
  });
});

test.each([
  ['what was said', 'Not from this network\n', 'Not from this network'],
  ['"Access Forbidden" where nothing was said', '', 'Access Forbidden'],
  ['"Access Forbidden" instead of a page of markup', '<h1>No</h1>', 'Access Forbidden'],
])('403 to a link is a warning with %s, on /403', async (_what, body, said) => {
  const page = await newPage({ ...(await buyer()), refusals: true, expected: /WebSocket|ERR_/ });
  await page.goto('/news');
  await untilHydrated(page);
  proxy.refuse(({ path }) => path.startsWith('/orders'), 403, body);
  try {
    await menu(page).getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/403');
    await page.getByRole('heading', { name: 'Access Forbidden' }).waitFor();
    await expect.poll(() => page.locator('.toast[data-type=warning]').allTextContents()).toEqual([said]);
    await idle(page);
  } finally {
    proxy.refuse(() => false);
  }
  await page.goBack();
  await page.waitForURL('**/news');
});

test('any other status is a toast with the text of the status where nothing was said, and the form stays', async () => {
  const page = await newPage({ ...(await buyer()), refusals: true, expected: /WebSocket|ERR_/ });
  await page.goto('/cards?sort=price');
  await untilHydrated(page);
  proxy.refuse(({ method }) => method === 'POST', 402);
  try {
    await page.locator('.tile').first().getByRole('button', { name: /^Add / }).click();
    await expect.poll(() => page.locator('.toast[data-type=error]').allTextContents()).toEqual(['Payment Required']);
    expect(pathOf(page)).toBe('/cards?sort=price');
    await idle(page);
  } finally {
    proxy.refuse(() => false);
  }
});

test('a host that is not allowed leads to /domains, which names the canonical one', async () => {
  const page = await newPage({ refusals: true });
  await page.goto(`${proxy.url.replace('127.0.0.1', 'shop.localhost')}/cards`);
  expect(pathOf(page)).toBe('/domains');
  await page.getByRole('link', { name: `localhost:${new URL(shop.url).port}` }).waitFor();
  expect(await page.locator('main').textContent()).not.toContain('shop.localhost');
});

test('an error that nobody expected is a toast with what the server said, and the page stays', async () => {
  const page = await newPage({ ...(await buyer()), expected: /\b500\b|WebSocket/ });
  await page.goto('/cards?sort=price');
  await untilHydrated(page);
  await books`alter table cart_items rename to mislaid`;
  try {
    await page
      .getByRole('button', { name: /^Add to cart: / })
      .first()
      .click();
    const toast = page.locator('.toast[data-type=error]');
    await toast.waitFor();
    expect(await toast.textContent()).toMatch(/^Something went wrong on our side\..* [0-9a-f-]{36}/);
    expect(pathOf(page)).toBe('/cards?sort=price');
    await idle(page);
  } finally {
    await books`alter table mislaid rename to cart_items`;
  }
});

test('a page that fails is the error page with its status and what the server said', async () => {
  const page = await newPage({ ...(await buyer()), expected: /\b500\b|WebSocket/ });
  await page.goto('/news');
  await books`alter table faqs rename to mislaid`;
  try {
    await page.getByText('Support', { exact: true }).click();
    await menu(page).getByRole('link', { name: 'FAQ' }).click();
    await page.getByRole('heading', { name: /^Something went wrong on our side\./ }).waitFor();
    await page.getByText('An error occurred while rendering this page.').waitFor();
    expect(await page.locator('.error-status').textContent()).toBe('500');
    await idle(page);
  } finally {
    await books`alter table mislaid rename to faqs`;
  }
});

test('422 stands beside its field alone, which takes the focus; the next request clears it', async () => {
  const page = await newPage({ refusals: true, expected: /WebSocket|ERR_/ });
  await page.goto('/login');
  await untilHydrated(page);
  await page.getByLabel('Username').fill('nobody-at-all');
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const refusal = page.getByText('Wrong username or password.');
  await refusal.waitFor();
  expect(await refusal.count()).toBe(1);
  const field = page.getByLabel('Username');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator(`#${await field.getAttribute('aria-describedby')}`).textContent()).toBe(
    'Wrong username or password.',
  );
  await idle(page);

  proxy.hold(({ method }) => method === 'POST');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.spinner-page').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.field-error, .alert').count()).toBe(0);
  expect(await field.getAttribute('aria-invalid')).toBe(null);
  proxy.release();
  await refusal.waitFor();
  await idle(page);

  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
  await page.goBack();
  await page.waitForURL('**/login');
  expect(await page.locator('.field-error, .alert').count()).toBe(0);
});

test('429 stands in the form that was sent too often, and the page stays', async () => {
  await withSettings({ RATE_LIMIT_PER_MINUTE: '15' }, async () => {
    const page = await newPage({ ...(await buyer()), refusals: true, expected: /WebSocket|ERR_/ });
    await page.goto('/user/password');
    const summary = page.getByRole('alert').filter({ hasText: 'Too many attempts. Try again in ' });
    const send = async () => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await idle(page);
      return summary.count();
    };
    await expect.poll(send).toBe(1);
    await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(pathOf(page)).toBe('/user/password');
  });
});
