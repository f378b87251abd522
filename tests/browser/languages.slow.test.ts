import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import en from '#i18n/en.json' with { type: 'json' };
import { narrow, openBrowser, pathOf, untilHydrated, wide } from '#tests/support/browser.ts';
import { PSEUDO_LOCALE, pseudoCatalogue } from '#tests/support/pseudo-locale.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';

const shop = await runShop({}, { [PSEUDO_LOCALE]: pseudoCatalogue(en) });
const newPage = await openBrowser(shop.url);
const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');

async function addGerman(cents: number, time_zone: string | null = null): Promise<string> {
  const { token } = await shop.addBuyer(cents);
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale: 'de', time_zone } });
  return token;
}

test('the switch keeps what was typed, and what was shown once', async () => {
  const page = await newPage();
  await page.goto('/register');
  await untilHydrated(page);
  await page.getByLabel('Username').fill('half a na');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Konto anlegen' }).waitFor();
  expect(await page.getByLabel('Benutzername').inputValue()).toBe('half a na');

  const { token } = await shop.addBuyer(1);
  await shop.books`update sessions set confirmed_at = now(), confirmed_by = 'password'`;
  const account = await newPage({ token });
  await account.goto('/user/security');
  await untilHydrated(account);
  await account.getByRole('button', { name: 'Set up' }).click();
  const key = account.locator('.copyable code');
  const secret = await key.innerText();
  await account.getByRole('button', { name: 'Deutsch' }).click();
  await account.getByRole('heading', { name: 'Sicherheit' }).waitFor();
  expect(await key.innerText()).toBe(secret);
});

test('without JavaScript the switch works all the same', async () => {
  const page = await newPage({ javaScript: false });
  await page.goto('/register');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Konto anlegen' }).waitFor();
  expect(pathOf(page)).toBe('/register');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
});

test('a refused form says so in German, beside its fields', async () => {
  const page = await newPage({ refusals: true });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByText('Geben Sie Ihren Benutzernamen ein.').waitFor();
});

test('whoever signs in on an English page finds the own language, without the page being loaded anew', async () => {
  const page = await newPage();
  const token = await shop.signIn('approver');
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale: 'de' } });
  await page.goto('/login');
  await untilHydrated(page);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.getByLabel('Username').fill('approver');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
});

test('a language whose texts do not arrive is read from the server, and the page is not loaded over and over', async () => {
  const token = await shop.signIn('approver');
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale: 'de' } });
  const page = await newPage({ refusals: true });
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents++;
  });
  await page.route('**/assets/messages-de-*', (route) => route.fulfill({ status: 404 }));
  await page.goto('/login');
  await page.getByLabel('Username').fill('approver');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Neuigkeiten' }).waitFor();
  await page.locator('html[data-part-missing]').waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(documents).toBeLessThanOrEqual(3);
});

test('the switch of somebody signed in changes the saved language', async () => {
  const token = await addGerman(5_00);
  const page = await newPage({ token });
  await page.goto('/faq');
  await page.getByRole('heading', { name: 'Fragen und Antworten' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Questions and answers' }).waitFor();
  const { data } = await shop.api<{ data: { locale: string } }>('/api/auth/users', { token });
  expect(data.locale).toBe('en');
});

/** A German buyer in another time zone, with an order, a payment and a card in the cart. */
async function arrangeGerman() {
  const token = await addGerman(90_00, 'Europe/Berlin');
  await shop.untilOffered('ETH');
  const { data } = await shop.api<{ data: [Card, Card] }>('/api/cards?sort=price', { token });
  const [bought, kept] = data;
  await shop.api('/api/carts', { token, body: { ids: [kept.id] } });
  const order = await shop.api<{ data: { id: string } }>('/api/invoices', { token, body: { ids: [bought.id] } });
  const body = { coin: 'ETH', amount_cents: 20_00 };
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  return { token, ids: { orders: order.data.id, billing: payment.data.id } };
}

const german = await arrangeGerman();

test.each([
  '/',
  '/news',
  '/cards',
  '/cart',
  '/faq',
  '/bininfo',
  '/billing',
  '/billing/history',
  '/billing/:id',
  '/orders',
  '/orders/:id',
  '/user/profile',
  '/user/password',
])('%s is the same in the browser as the server rendered it, in German and another time zone', async (screen) => {
  const { token, ids } = german;
  const path = screen.replace(/^\/(orders|billing)\/:id$/, (_all, of: keyof typeof ids) => `/${of}/${ids[of]}`);
  const page = await newPage({ token });
  const html = await (await page.request.get(path)).text();
  // The browser's own errors, including a failed hydration, fail the test.
  await page.goto(path);
  await untilHydrated(page);
  expect(html).toContain('<html lang="de"');
  expect(plain(await page.locator('h1').first().textContent())).not.toBe('');
  if (screen === '/orders')
    expect(plain(await page.locator('main time').first().textContent())).toMatch(
      /^\d\d\.\d\d\.\d{4}, \d\d:\d\d MES?Z$/,
    );
});

test('a browser loads the texts of its own language and of the pages that it shows, and no others', async () => {
  const page = await newPage({ prefetches: true });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/login', { waitUntil: 'networkidle' });
  await untilHydrated(page);
  expect(loaded.flatMap((path) => /^\/assets\/(messages-\w+-[a-z]+)-/.exec(path)?.[1] ?? []).sort()).toEqual([
    'messages-en-auth',
    'messages-en-shared',
  ]);
});

test('the texts of another area are there with its first page, in the language of the reader', async () => {
  const token = await shop.signIn('admin');
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale: 'de' } });
  const page = await newPage({ token, prefetches: true });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/news', { waitUntil: 'networkidle' });
  await untilHydrated(page);
  expect(loaded.filter((path) => path.startsWith('/assets/messages-de-admin-'))).toEqual([]);
  await page.locator('a[href="/admin"]').first().dispatchEvent('click');
  await page.getByRole('heading', { name: 'Verwaltung', exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Verwaltung · Facevalue');
  expect(loaded.filter((path) => path.startsWith('/assets/messages-de-admin-'))).toHaveLength(1);
  // An alert, which a busy machine may raise, shows its kind as code.
  const keys = page.getByText(/^[a-z_]+(\.[a-z_]+)+$/).and(page.locator(':not(code)'));
  expect(await keys.count()).toBe(0);
});

test('pages asked for in two languages at once do not mix', async () => {
  const asked = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'de' : 'en'));
  const pages = await Promise.all(
    asked.map(async (language) =>
      (await fetch(`${shop.url}/login`, { headers: { 'accept-language': language } })).text(),
    ),
  );
  pages.forEach((html, index) => {
    const [own, other] = asked[index] === 'de' ? ['Anmelden', 'Sign in'] : ['Sign in', 'Anmelden'];
    expect(html).toContain(`<html lang="${asked[index]}"`);
    expect(html).toContain(`<h1>${own}</h1>`);
    expect(html).not.toContain(other);
  });
});

/** A page's language and direction, and whether anything sticks out of it. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, lang, dir } = document.documentElement;
    return { lang, dir, overflows: scrollWidth > clientWidth };
  });

test.each([
  [PSEUDO_LOCALE, 'rtl'],
  ['es', 'ltr'],
])('every main screen fits in %s, which is written %s, at 360 and 1440 px', async (locale, dir) => {
  const { token } = await shop.addBuyer(90_00);
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale } });
  const { data } = await shop.api<{ data: [Card, Card] }>('/api/cards?sort=price', { token });
  const [bought, kept] = data;
  await shop.api('/api/carts', { token, body: { ids: [kept.id] } });
  const order = await shop.api<{ data: { id: string } }>('/api/invoices', { token, body: { ids: [bought.id] } });
  const body = { coin: 'ETH', amount_cents: 20_00 };
  await shop.untilOffered('ETH');
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  const paths = ['/', '/news', '/cards', '/cart', '/orders', `/orders/${order.data.id}`, '/bininfo', '/preorder'];
  paths.push('/billing', `/billing/${payment.data.id}`, '/billing/history', '/support', '/faq', '/limits');
  paths.push('/user/profile', '/user/security', '/terms');
  for (const width of [narrow, wide]) {
    // The build has no texts of the pseudo-language for the browser.
    const page = await newPage({ token, width, javaScript: false });
    for (const path of paths) {
      await page.goto(path);
      expect({ path, ...(await layoutOf(page)) }).toEqual({ path, lang: locale, dir, overflows: false });
    }
  }
});

test('from right to left, the menu begins on the right, and addresses read from left to right', async () => {
  const { token } = await shop.addBuyer(90_00);
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale: PSEUDO_LOCALE } });
  const body = { coin: 'ETH', amount_cents: 20_00 };
  await shop.untilOffered('ETH');
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  const page = await newPage({ token, javaScript: false });
  await page.goto(`/billing/${payment.data.id}`);
  const [first, last] = await Promise.all(
    [page.locator('nav a').first(), page.locator('nav a.nav-entry[href="/cart"]')].map((link) => link.boundingBox()),
  );
  expect(first!.x).toBeGreaterThan(last!.x);
  const directions = await page
    .locator('.copyable code')
    .evaluateAll((codes) => codes.map((code) => getComputedStyle(code).direction));
  expect(new Set(directions)).toEqual(new Set(['ltr']));
  expect(await page.locator('h1').textContent()).toMatch(/^⟦.*\u202e.*⟧$/s);
});
