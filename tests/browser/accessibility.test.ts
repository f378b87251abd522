import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Card } from '#contracts/cards.ts';
import type { Payment } from '#contracts/payments.ts';
import { until } from '#platform/jobs/until.ts';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { putAside } from '#tests/support/put-aside.ts';
import { runShop } from '#tests/support/running-shop.ts';
import { type Screen, screens } from '#web/routes.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);

/** A buyer with an order, a payment, and a cart in which one of two cards has just been sold. */
async function arrange() {
  const [{ token }, other] = [await shop.addBuyer(90_00), await shop.addBuyer(90_00)];
  const { data } = await shop.api<{ data: [Card, Card, Card] }>('/api/cards?sort=price', { token });
  const [bought, sold, kept] = data;
  const order = async (buyer: string, { id }: Card) =>
    (await shop.api<{ data: { id: string } }>('/api/invoices', { token: buyer, body: { ids: [id] } })).data.id;
  await shop.api('/api/carts', { token, body: { ids: [sold.id, kept.id] } });
  await order(other.token, sold);
  const body = { coin: 'ETH', amount_cents: 20_00 };
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  const ordered = await order(token, bought);
  // The small one comes last: it is put on hold, and nothing after it is credited.
  const paid = await pay(token, 1n, 'credited');
  const small = await pay(token, 5n, 'held');
  return { token, order: ordered, payment: payment.data.id, paid, small };
}

/** Pays a share of five dollars and waits for the outcome. */
async function pay(token: string, share: bigint, becomes: Payment['status']): Promise<string> {
  const body = { coin: 'ETH', amount_cents: 5_00 };
  const { data } = await shop.api<{ data: Payment }>('/api/billings', { token, body });
  const amount_units = (BigInt(data.amount_units) / share).toString();
  await shop.api('/api/demo/pay', { body: { coin: 'ETH', address: data.address, amount_units } });
  await shop.api('/api/demo/mine', { body: { coin: 'ETH', blocks: 12 } });
  const status = async () => (await shop.api<{ data: Payment }>(`/api/billings/${data.id}`, { token })).data.status;
  if (!(await until(async () => (await status()) === becomes, 60_000)))
    throw new Error(`the payment is not ${becomes}`);
  return data.id;
}

const { token, order, payment, paid, small } = await arrange();
const newcomer = await shop.signIn('newcomer');

const admin = await shop.signIn('admin');
/** The id of an item listed in the back office. */
async function idIn(list: string): Promise<string | undefined> {
  return (await shop.api<{ data: { id: string }[] }>(list, { token: admin })).data[0]?.id;
}

const held = await idIn('/api/admin/payments');
const adminId = (await shop.api<{ data: { id: string } }>('/api/auth/users', { token: admin })).data.id;
const aside = await putAside(shop);
const [stock] = await shop.books<{ batch: string; programme: string }[]>`
  select id as batch, programme_id as programme from batches limit 1`;
const [jump] = await shop.books<{ id: string }[]>`
  insert into rate_jumps (coin, from_usd_e8, usd_e8, sources, since, read_at)
  values ('LTC', 10000000000, 13000000000, '{one,another}', now(), now()) returning id`;
const news = await idIn('/api/admin/news');
const faq = await idIn('/api/admin/faqs');
await shop.api('/api/admin/notices', { token: admin, body: { title: 'Soon', content: 'A pause at night.' } });
const notice = await idIn('/api/admin/notices');
await shop.api('/api/admin/sellers', {
  token: admin,
  body: {
    ...{
      legal_name: 'Quayside Cards Ltd',
      contact_email: 'contact@quayside.example',
      country: 'DE',
      tax_id: 'DE 811 907',
    },
    ...{
      commission_bp: 1000,
      returns_borne_by: 'seller',
      reserve_bp: 500,
      reserve_days: 30,
      minimum_payout_cents: 5000,
    },
  },
});
const seller = await idIn('/api/admin/sellers');
const month = new Date().toISOString().slice(0, 7);

/** Paths for screens with parameters, or whose query changes how they look; all others are opened as they are. */
const shown: Record<string, string[]> = {
  '/register': ['/register', '/register?sent'],
  '/verify-email': ['/verify-email?token=x'],
  '/maintenance': ['/maintenance', '/maintenance?next=/news'],
  '/cards': ['/cards', '/cards?q=nothing-fits'],
  '/bininfo': ['/bininfo', '/bininfo?q=nothing-fits'],
  '/news/:id': [`/news/${news}`],
  '/billing/:id': [payment, paid, small].map((id) => `/billing/${id}`),
  '/billing/:id/receipt': [`/billing/${paid}/receipt`],
  '/billing/statements/:month': [`/billing/statements/${month}`],
  '/billing/statements/:month/csv': [`/billing/statements/${month}/csv`],
  '/admin/news/:id': [`/admin/news/${news}`],
  '/admin/notices/:id': [`/admin/notices/${notice}`],
  '/admin/faq/:id': [`/admin/faq/${faq}`],
  '/admin/payments/:id': [`/admin/payments/${held}`],
  '/admin/programmes/:id/edit': [`/admin/programmes/${stock!.programme}/edit`],
  '/admin/programmes/:id': [`/admin/programmes/${stock!.programme}`],
  '/admin/staff/:id': [`/admin/staff/${adminId}`],
  '/reseller/base/:id': [`/reseller/base/${stock!.batch}`],
  '/reseller/sellers/:id': [`/reseller/sellers/${seller}`],
  '/reseller/sellers/:id/payouts': [`/reseller/sellers/${seller}/payouts`],
  '/reseller/sellers/:id/:period/csv': [`/reseller/sellers/${seller}/${month}/csv`],
  '/admin/users/:id': [`/admin/users/${adminId}`],
  '/admin/unclaimed-deposits/:id': [`/admin/unclaimed-deposits/${aside}`],
  '/admin/rate-jumps/:id': [`/admin/rate-jumps/${jump!.id}`],
  '/reseller/import/:id': [`/reseller/import/${stock!.batch}`],
  '/reseller/import/:id/template': [`/reseller/import/${stock!.batch}/template`],
  '/reseller/import/:id/errors': [`/reseller/import/${stock!.batch}/errors`],
  '/orders/:id': [`/orders/${order}`],
  '/forgot': ['/forgot', '/forgot?sent'],
  '/reset': ['/reset?token=x'],
  '/email-change': ['/email-change?token=x'],
  '/email-change/stop': ['/email-change/stop?token=x'],
  '/user/confirm': ['/user/confirm?next=%2Fuser%2Femail'],
  '*': ['/no-such-page'],
};

/** The audience of a screen. */
function visitorOf({ path, guards }: Screen): string | undefined {
  if (path === '/activation') return newcomer;
  if (guards.some((guard) => guard.startsWith('admin'))) return admin;
  return guards.includes('auth') ? token : undefined;
}

/** The pages of every screen in web/routes.ts, by audience; some screens have no page of their own. */
async function listPages(): Promise<{ path: string; who: string | undefined }[]> {
  const pages = screens.flatMap((screen) =>
    (shown[screen.path] ?? [screen.path]).map((path) => ({ path, who: visitorOf(screen) })),
  );
  const kept = [];
  for (const { path, who } of pages) {
    const headers = who ? { cookie: `facevalue=${who}` } : undefined;
    const response = await fetch(`${shop.url}${path}`, { redirect: 'manual', ...(headers && { headers }) });
    if (response.headers.get('content-type')?.startsWith('text/html')) kept.push({ path, who });
    await response.arrayBuffer();
  }
  return kept;
}

const pages = await listPages();

test('every screen with a parameter is visited by one', () => {
  const open = screens.filter(({ path }) => path.includes(':') && !shown[path]);
  expect(open).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});

declare const window: { axe?: typeof axe };

// The mails on a page are in sandboxed frames, which axe can't enter.
const options: axe.RunOptions = { resultTypes: ['violations'], iframes: false };
const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };
// Light and dark differ only in colours.
const optionsIn = {
  light: { ...options, rules },
  dark: { ...options, runOnly: ['color-contrast', 'link-in-text-block'] },
};

/**
 * All axe violations on the page, in light and in dark. Collapsed parts of the page are opened first, but not menus, as
 * an open one covers what is below it.
 */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  });
  if (!(await page.evaluate(() => window.axe))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await page.evaluate(
      async (how) => (await window.axe!.run(how)).violations,
      optionsIn[colorScheme],
    );
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${colorScheme} ${id}: ${html.slice(0, 160)} ${failureSummary}`);
  }
  return found;
}

const scrolledTo = (page: Page) => page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);

const wideText = '* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important }';
const sights = [
  ['at 320 px', 320, ''],
  ['with text of 200 %', 1280, ':root { font-size: 200% }'],
  ['with letters and lines set wide', narrow, wideText],
] as const;

/** The display settings in which a page scrolls sideways. */
async function tooWide(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [how, width, css] of sights) {
    await page.setViewportSize({ width, height: 800 });
    // Like a user style sheet, to which the content security policy does not apply.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
    const scrolled = await scrolledTo(page);
    if (scrolled > width) faults.push(`${how}: ${scrolled} px wide`);
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return faults;
}

/** What a page lacks for screen reader users. */
const unsaid = (page: Page) =>
  page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement>(
        'input:is([type=text],[type=email],[type=password],[type=tel],:not([type]))',
      ),
    ];
    const bare = fields.filter((field) => !field.autocomplete).map(({ name }) => `${name} has no autocomplete`);
    return [
      /.+ · Facevalue$/.test(document.title) ? '' : `titled ${document.title}`,
      document.querySelectorAll('main').length === 1 ? '' : 'not one main part',
      document.querySelectorAll('h1').length === 1 ? '' : 'not one first heading',
      document.documentElement.lang ? '' : 'no language',
      ...bare,
    ].filter(Boolean);
  });

/** What was found on each page, in one visit: by axe in light and in dark, narrow and wide, and by reading it. */
const found: Record<'axe' | 'read', Record<string, string[]>> = { axe: {}, read: {} };

// One browser profile per audience, in parallel.
beforeAll(async () => {
  const kinds = Map.groupBy(pages, ({ who }) => who);
  await Promise.all(
    [...kinds].map(async ([who, list]) => {
      const page = await newPage({ refusals: true, ...(who && { token: who }) });
      for (const { path } of list) {
        await page.goto(path);
        const read = [...(await unsaid(page)), ...(await tooWide(page))];
        if (read.length > 0) found.read[path] = read;
        const faults: string[] = [];
        for (const width of [wide, narrow]) {
          await page.setViewportSize({ width, height: 800 });
          for (const fault of await violationsOf(page)) faults.push(`${width} px ${fault}`);
        }
        await page.setViewportSize({ width: wide, height: 800 });
        if (faults.length > 0) found.axe[path] = faults;
      }
    }),
  );
}, 400_000);

test('no screen has a fault that axe knows, in light and in dark, narrow and wide', () => {
  expect(found.axe).toEqual({});
});

test('each screen is named, says what its fields are for, and fits narrow, with large and with wide text', () => {
  expect(found.read).toEqual({});
});

test.each([narrow, wide])(
  'refusals, menus and codes have no such fault either, at %d px',
  async (width) => {
    const visitor = await newPage({ width, refusals: true });
    await visitor.goto('/register');
    await visitor.getByRole('button', { name: 'Create account' }).click();
    await visitor.getByRole('alert').waitFor();
    expect(await violationsOf(visitor)).toEqual([]);

    const page = await newPage({ width, token });
    await page.goto(`/orders/${order}`);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: /^(Reveal the code|Show the code again)$/ }).click();
    await page.locator('.secret').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.goto('/faq');
    for (const menu of await page.locator('header summary:visible').all()) {
      await menu.click();
      expect(await violationsOf(page)).toEqual([]);
      expect(await scrolledTo(page)).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
    expect(await page.locator('header details[open]').count()).toBe(0);
  },
  120_000,
);

/** Presses Tab until the element has the focus; the focus must be visible at every stop on the way. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const seen = await focused.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const label = element.closest('label')?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
      return {
        label,
        outline: outlineStyle !== 'none' && outlineWidth !== '0px',
        shown: box.width > 1 && box.top >= 0,
      };
    });
    expect(seen, seen.label ?? '').toMatchObject({ outline: true, shown: true });
    if (name.test(seen.label ?? '')) return;
  }
  throw new Error(`the keyboard did not reach ${name}`);
}

test('a cart is checked out and a code revealed by the keyboard alone', async () => {
  const buyer = await shop.addBuyer(50_00);
  const { data } = await shop.api<{ data: Card[] }>('/api/cards?sort=price', buyer);
  await shop.api('/api/carts', { token: buyer.token, body: { ids: [data[0]?.id] } });
  const page = await newPage({ token: buyer.token });
  await page.goto('/news');
  await tabTo(page, /Skip to the content/);
  await tabTo(page, /^Cart/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cart');
  await page.getByRole('heading', { name: 'Cart' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 10_000 }).toBe('main');
  await tabTo(page, /^Pay /);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orders/*');
  await page.getByRole('heading', { name: /^Order / }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 10_000 }).toBe('main');
  await tabTo(page, /^I want my code now/);
  await page.keyboard.press('Space');
  await tabTo(page, /^I understand that/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Reveal the code/);
  await page.keyboard.press('Enter');
  await page.locator('.secret').getByText('Code').first().waitFor();
});

test('the skip link leads past the menu', async () => {
  const page = await newPage({ token });
  await page.goto('/faq');
  await tabTo(page, /Skip to the content/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^/);
  expect(await page.locator('main :focus').count()).toBe(1);
});
