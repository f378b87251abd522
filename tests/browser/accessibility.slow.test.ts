import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Payment } from '#contracts/coins/payments.ts';
import type { Card } from '#contracts/shop/cards.ts';
import { until } from '#platform/jobs/until.ts';
import { narrow, openBrowser, pathOf, untilHydrated, wide } from '#tests/support/browser.ts';
import { misplacedOn } from '#tests/support/misplaced.ts';
import { personAt } from '#tests/support/person.ts';
import { putAside } from '#tests/support/put-aside.ts';
import { runShop } from '#tests/support/running-shop.ts';
import { screens } from '#web/routes.ts';
import type { Screen } from '#web/screen.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);

/** A buyer with an order, a payment, and a cart in which one of two cards has just been sold. */
async function arrange() {
  const [{ token }, other] = [await shop.addBuyer(90_00), await shop.addBuyer(90_00)];
  const { data } = await shop.api<{ data: [Card, Card, Card, Card, ...Card[]] }>('/api/cards?sort=price&per_page=6', {
    token,
  });
  const [bought, sold, kept, back, ...given] = data;
  const order = async (buyer: string, ...cards: Card[]) => {
    const body = { ids: cards.map(({ id }) => id) };
    return (await shop.api<{ data: { id: string } }>('/api/invoices', { token: buyer, body })).data.id;
  };
  await shop.api('/api/carts', { token, body: { ids: [sold.id, kept.id] } });
  const claimed = `/api/invoices/${await order(other.token, sold)}/cards/${sold.id}`;
  await shop.api(`${claimed}/reveal`, { token: other.token, body: { consent: true } });
  const claim = await shop.api<{ data: { id: string } }>(`${claimed}/claim`, { token: other.token, body: {} });
  const body = { coin: 'ETH', amount_cents: 20_00 };
  const payment = await shop.api<{ data: { id: string } }>('/api/billings', { token, body });
  const ordered = await order(token, bought);
  const regretted = { order_id: await order(token, back), card_id: back.id, name: 'Anna' };
  const withdrawal = await shop.api<{ data: { id: string } }>('/api/withdrawals', { token, body: regretted });
  const giving = await order(token, ...given);
  const gifts = await shop.api<{ data: { id: string }[] }>(`/api/invoices/${giving}/gifts`, {
    token,
    body: { consent: true, cards: given.map(({ id }) => ({ card_id: id })) },
  });
  // The small one comes last: it is put on hold, and nothing after it is credited.
  const paid = await pay(token, 1n, 'credited');
  const small = await pay(token, 5n, 'held');
  const [gift] = gifts.data;
  const withdrawn = {
    till: `/orders/${ordered}/till/${bought.id}`,
    confirm: `/orders/${ordered}/withdraw/${bought.id}`,
    done: `/withdraw/${withdrawal.data.id}`,
  };
  const paths = {
    order: ordered,
    giving,
    withdrawn,
    gift: gift!.id,
    claim: claim.data.id,
    payment: payment.data.id,
    paid,
    small,
  };
  return { token, ...paths };
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

const { token, order, giving, withdrawn, gift, claim, payment, paid, small } = await arrange();
const newcomer = await shop.signIn('newcomer');

const admin = await shop.signIn('admin');
const approver = await shop.signIn('approver');
/** The id of an item listed in the back office. */
async function idIn(list: string): Promise<string | undefined> {
  return (await shop.api<{ data: { id: string }[] }>(list, { token: admin })).data[0]?.id;
}

const held = await idIn('/api/admin/payments');
const adminId = (await shop.api<{ data: { id: string } }>('/api/auth/users', { token: admin })).data.id;
const aside = await putAside(shop);
const [stock] = await shop.books<{ batch: string; programme: string }[]>`
  select id as batch, programme_id as programme from batches limit 1`;
const { data: draft } = await shop.api<{ data: { id: string } }>('/api/admin/programme-drafts', {
  token: admin,
  body: { name: 'Half written', like: stock!.programme },
});
const { data: onSale } = await shop.api<{ data: { id: string }[] }>('/api/cards?q=quillmarsh&sort=price', { token });
const [bank] = await shop.books<{ id: string }[]>`
  with b as (
    insert into bank_statements (sha256, format, account_hint, first_on, last_on, known, imported_by, imported_at)
    values (sha256('a'), 'camt.053', 'DE02…2051', '2026-01-15', '2026-01-15', 0, ${adminId}, now()) returning id)
  insert into bank_entries (statement_id, key, direction, booked_on, currency, units, name, text, hidden)
  select id, sha256('b'), 'debit', '2026-01-15', 'EUR', 90000, 'Office', 'Rent', false from b returning statement_id as id`;
const [jump] = await shop.books<{ id: string }[]>`
  insert into rate_jumps (coin, from_usd_e9, usd_e9, sources, since, read_at)
  values ('LTC', 100000000000, 130000000000, '{one,another}', now(), now()) returning id`;
const [entry] = await shop.books<{ id: number }[]>`select max(id) as id from audit_entries`;
const [posting] = await shop.books<{ id: number; account: number }[]>`
  select id, credit_account_id as account from ledger_transfers order by id desc limit 1`;
const [goesBack] = await shop.books<{ id: string }[]>`
  insert into top_up_returns (user_id, deposit_id, coin, address, amount_cents, created_by, created_at)
  select user_id, id, coin, ${`0x${'d'.repeat(40)}`}, 100, user_id, now() from deposits where state = 'credited' limit 1
  returning id`;
await shop.books`
  insert into outflows (coin, key, height, amount_units, txid) select coin, '0014', 1, 12345678, ${'e'.repeat(64)}
  from xpub_accounts limit 1`;
const [away] = await shop.books<{ id: number }[]>`select max(id) as id from outflow_transactions`;
const [vault] = await shop.books<{ id: string }[]>`
  insert into cold_wallets (coin, name, kind, source, created_by, created_at)
  values ('ETH', 'Vault', 'address', ${`0x${'b'.repeat(40)}`}, ${adminId}, now()) returning id`;
const news = await idIn('/api/admin/news');
const faq = await idIn('/api/admin/faqs');
const brand = await idIn('/api/admin/brands');
await shop.api('/api/admin/notices', { token: admin, body: { title: 'Soon', content: 'A pause at night.' } });
const notice = await idIn('/api/admin/notices');
await shop.api('/api/admin/sellers', {
  token: admin,
  body: {
    legal_name: 'Quayside Cards Ltd',
    contact_email: 'contact@quayside.example',
    country: 'DE',
    tax_id: 'DE 811 907',
    commission_bp: 1000,
    returns_borne_by: 'seller',
    reserve_bp: 500,
    reserve_days: 30,
    minimum_payout_cents: 5000,
  },
});
const seller = await idIn('/api/admin/sellers');
const ticketBody = { category: 'other', subject: 'Where is it?', body: 'I **paid**.' };
const { data: ticket } = await shop.api<{ data: { id: string } }>('/api/supports', { token, body: ticketBody });
const answered = { body: 'Look at your orders.\n\n- one\n- two' };
await shop.api(`/api/admin/tickets/${ticket.id}/comments`, { token: admin, body: answered });
await shop.api(`/api/admin/tickets/${ticket.id}/notes`, { token: admin, body: { body: 'A careful buyer.' } });
const { data: legal } = await shop.api<{ data: { id: string } }>('/api/admin/legal', {
  token: admin,
  body: { kind: 'imprint', locale: 'en', content: 'A **shop**.', published_at: 'now' },
});
const { data: terms } = await shop.api<{ data: { id: string } }>('/api/admin/legal', {
  token: admin,
  body: { kind: 'terms', locale: 'en', content: '# Old', published_at: '2020-01-01T00:00:00Z' },
});
const month = new Date().toISOString().slice(0, 7);

/** Paths for screens with parameters, or whose query changes how they look; all others are opened as they are. */
const shown: Record<string, string[]> = {
  '/verify-email': ['/verify-email?token=x'],
  '/maintenance': ['/maintenance', '/maintenance?next=/news'],
  '/cards': ['/cards', '/cards?q=nothing-fits'],
  '/brands/:slug': ['/brands/ostermoor-kaffee?quantity=3'],
  '/buy': ['/buy', `/buy?ids=${onSale[0]?.id}`],
  '/bininfo': ['/bininfo', '/bininfo?q=nothing-fits'],
  '/news/:id': [`/news/${news}`],
  '/billing/:id': [payment, paid, small].map((id) => `/billing/${id}`),
  '/billing/:id/receipt': [`/billing/${paid}/receipt`],
  '/billing/statements/:month': [`/billing/statements/${month}`],
  '/billing/statements/:month/csv': [`/billing/statements/${month}/csv`],
  '/support': ['/support', '/support?q=nothing-fits'],
  '/support/:id': [`/support/${ticket.id}`],
  '/admin/tickets': ['/admin/tickets', '/admin/tickets?view=all'],
  '/admin/tickets/:id': [`/admin/tickets/${ticket.id}`],
  '/admin/news/:id': [`/admin/news/${news}`],
  '/admin/news/:id/versions': [`/admin/news/${news}/versions`],
  '/admin/notices/:id/versions': [`/admin/notices/${notice}/versions`],
  '/admin/faq/:id/versions': [`/admin/faq/${faq}/versions`],
  '/admin/legal/:id/versions': [`/admin/legal/${legal.id}/versions`],
  '/terms/:id': [`/terms/${terms.id}`],
  '/admin/notices/:id': [`/admin/notices/${notice}`],
  '/admin/faq/:id': [`/admin/faq/${faq}`],
  '/admin/brands/:id': [`/admin/brands/${brand}`],
  '/admin/legal/:id': ['/admin/legal/new', `/admin/legal/${legal.id}`],
  '/admin/payments/:id': [`/admin/payments/${held}`],
  '/admin/programmes/new': ['/admin/programmes/new', '/admin/programmes/new?all=1'],
  '/admin/programmes/drafts/:id/check': [`/admin/programmes/drafts/${draft.id}/check`],
  '/admin/programmes/drafts/:id/:step': ['face', 'codes', 'terms'].map(
    (step) => `/admin/programmes/drafts/${draft.id}/${step}`,
  ),
  '/admin/programmes/:id/edit': [`/admin/programmes/${stock!.programme}/edit`],
  '/admin/programmes/:id': [`/admin/programmes/${stock!.programme}`],
  '/admin/audit/:id': [`/admin/audit/${entry!.id}`],
  '/admin/ledger/accounts/:id': [`/admin/ledger/accounts/${posting!.account}`],
  '/admin/ledger/cold-wallets/:id': [`/admin/ledger/cold-wallets/${vault!.id}`],
  '/admin/ledger/outflows/:id': [`/admin/ledger/outflows/${away!.id}`],
  '/admin/ledger/months/:id': [`/admin/ledger/months/${new Date().toISOString().slice(0, 7)}`],
  '/admin/ledger/transfers/:id': [`/admin/ledger/transfers/${posting!.id}`],
  '/admin/staff/:id': [`/admin/staff/${adminId}`],
  '/reseller/base/:id': [`/reseller/base/${stock!.batch}`],
  '/reseller/bank-statements/:id': [`/reseller/bank-statements/${bank!.id}`],
  '/reseller/payouts/:year/csv': ['/reseller/payouts/2026/csv'],
  '/reseller/sellers/:id': [`/reseller/sellers/${seller}`],
  '/reseller/sellers/:id/payouts': [`/reseller/sellers/${seller}/payouts`],
  '/reseller/sellers/:id/:period/csv': [`/reseller/sellers/${seller}/${month}/csv`],
  '/admin/orders/:id': [`/admin/orders/${order}`],
  '/admin/claims/:id': [`/admin/claims/${claim}`],
  '/admin/users': ['/admin/users', '/admin/users?q=nothing-fits'],
  '/admin/users/:id': [`/admin/users/${adminId}`, `/admin/users/${adminId}?tab=audit`],
  '/admin/unclaimed-deposits/:id': [`/admin/unclaimed-deposits/${aside}`],
  '/admin/top-up-returns/:id': [`/admin/top-up-returns/${goesBack!.id}`],
  '/admin/rate-jumps/:id': [`/admin/rate-jumps/${jump!.id}`],
  '/reseller/preorders/:id': [`/reseller/preorders/${stock!.programme}`],
  '/reseller/import/:id': [`/reseller/import/${stock!.batch}`],
  '/reseller/import/:id/template': [`/reseller/import/${stock!.batch}/template`],
  '/reseller/import/:id/errors': [`/reseller/import/${stock!.batch}/errors`],
  '/orders/:id': [`/orders/${order}`],
  '/orders/:id/till/:card_id': [withdrawn.till],
  '/orders/:id/withdraw/:card_id': [withdrawn.confirm],
  '/withdraw/:id': [withdrawn.done],
  '/support/report': ['/support/report', '/support/report?sent'],
  '/orders/:id/receipt': [`/orders/${order}/receipt`],
  '/orders/:id/documents': [`/orders/${order}/documents`],
  '/orders/:id/gifts': [`/orders/${giving}/gifts`],
  '/gifts/:id': [`/gifts/${gift}`],
  '/gift': ['/gift?token=x'],
  '/unsubscribe': ['/unsubscribe?kind=card_expiring&token=x'],
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
  if (guards.some((guard) => /^role:(auditor|payouts),approver/.test(guard))) return approver;
  if (guards.some((guard) => guard.startsWith('admin'))) return admin;
  return guards.includes('auth') || guards.includes('catalogue') ? token : undefined;
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
  const open = screens.filter(({ path, layout }) => layout !== 'none' && path.includes(':') && !shown[path]);
  expect(open).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

// The mails on a page are in sandboxed frames, which axe can't enter. What it names is shown by its markup alone.
const options: axe.RunOptions = { resultTypes: ['violations'], iframes: false, selectors: false };
/** Of the rows of a table, which repeat themselves, the first three. */
const tables = { include: 'html', exclude: 'tbody tr:nth-child(n + 4)' };
const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };
const colours = ['color-contrast', 'link-in-text-block'];
const others = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
// Light and dark differ only in colours, and those don't depend on the width.
const optionsIn = {
  light: { ...options, rules },
  dark: { ...options, runOnly: colours },
  narrow: { ...options, rules: { ...rules, ...others } },
};

type Look = keyof typeof optionsIn;

/**
 * All axe violations on the page, in light and in dark. Collapsed parts of the page are opened first, but not menus, as
 * an open one covers what is below it.
 */
async function violationsOf(page: Page, looks: readonly Look[] = ['light', 'dark']): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const found: string[] = [];
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' });
    const violations = await page.evaluate(async ([where, how]) => (await window.axe!.run(where, how)).violations, [
      tables,
      optionsIn[look],
    ] as const);
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${look} ${id}: ${html.slice(0, 160)} ${failureSummary}`);
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

/** What overlaps, is cut off or hidden, on a phone and on a wide screen. */
async function misplaced(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [narrow, wide]) {
    await page.setViewportSize({ width, height: 800 });
    for (const fault of await misplacedOn(page)) faults.push(`${width} px ${fault}`);
  }
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

/** Opens a page from within the app; guards.slow.test.ts loads each as a document. */
const openWithin = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const router = window.__reactRouterDataRouter;
    await router?.navigate(to);
    while (router?.state.navigation.state !== 'idle') await new Promise(requestAnimationFrame);
  }, path);

/** A browser profile per audience, which stays open: opening a page from within the app costs less than loading it. */
const profiles = new Map<string | undefined, Page>();

async function visit(path: string, who: string | undefined): Promise<Page> {
  const open = profiles.get(who);
  if (open) {
    await openWithin(open, path);
    expect(pathOf(open)).toBe(path);
    return open;
  }
  const page = await newPage({ refusals: true, kept: true, ...(who && { token: who }) });
  profiles.set(who, page);
  await page.goto(path);
  await untilHydrated(page);
  return page;
}

test.each(pages)(
  '$path: no fault that axe knows, wide or narrow, light or dark; named, fits, and nothing overlaps or is cut off',
  async ({ path, who }) => {
    const page = await visit(path, who);
    const faults = [...(await unsaid(page)), ...(await tooWide(page)), ...(await misplaced(page))];
    for (const [width, looks] of [
      [wide, ['light', 'dark']],
      [narrow, ['narrow']],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const fault of await violationsOf(page, looks)) faults.push(`${width} px ${fault}`);
    }
    expect(faults).toEqual([]);
  },
);

test.each([narrow, wide])('refusals, menus and codes have no such fault either, at %d px', async (width) => {
  const visitor = await newPage({ width, refusals: true });
  await visitor.goto('/register');
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await visitor.getByRole('main').getByRole('alert').waitFor();
  expect(await violationsOf(visitor)).toEqual([]);

  const page = await newPage({ width, token });
  await page.goto(`/orders/${order}`);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^(Reveal the code|Show the code again)$/ }).click();
  await page.locator('.secret').waitFor();
  expect(await violationsOf(page)).toEqual([]);

  await page.goto('/faq');
  await untilHydrated(page);
  for (const menu of await page.locator('header summary:visible').all()) {
    await menu.click();
    expect(await violationsOf(page)).toEqual([]);
    expect(await scrolledTo(page)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
  }
  expect(await page.locator('header details[open]').count()).toBe(0);
});

test('the skip link leads past the menu', async () => {
  const page = await newPage({ token });
  const person = personAt(page);
  await page.goto('/faq');
  await person.tabTo(/Skip to the content/);
  await person.press('Enter');
  await person.tabTo(/^/);
  expect(await page.locator('main :focus').count()).toBe(1);
});
