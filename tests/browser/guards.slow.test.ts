import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { demoPassword, runShop } from '#tests/support/running-shop.ts';
import { screens } from '#web/routes.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const nobody = '019a0000-0000-7000-8000-000000000000';

/** Where each kind of user who opens a screen ends up; a number is an error page. */
const home = { visitor: '/login?next=%2F', inactive: '/activation', active: '/' };
const open = (path: string) => ({ visitor: path, inactive: path, active: path });
const guest = (path: string) => ({ ...home, visitor: path });
const signedIn = (path: string) => ({ ...open(path), visitor: `/login?next=${encodeURIComponent(path)}` });
const activated = (path: string) => ({ ...signedIn(path), inactive: '/activation' });
const office = (path: string) => ({ ...activated(path), active: '/', admin: path });
type End = string | number;
const ends: Record<string, { visitor: End; inactive: End; active: End; admin?: End }> = {
  '/login': guest('/login'),
  '/register': guest('/register'),
  '/verify-email': open('/verify-email'),
  '/forgot': open('/forgot'),
  '/reset': open('/reset'),
  '/email-change': open('/email-change'),
  '/email-change/stop': open('/email-change/stop'),
  '/gift': open('/gift'),
  '/unsubscribe': open('/unsubscribe'),
  '/passkey': home,
  '/maintenance': open('/maintenance'),
  '/domains': open('/domains'),
  '/403': open('/403'),
  '/import-guard': open('/import-guard'),
  '/proof': open('/proof'),
  '/proof/file': { ...open('/proof/file'), visitor: '/login' },
  '/demo/mails': open('/demo/mails'),
  '/terms': open('/terms'),
  '/terms/:id': { visitor: 404, inactive: 404, active: 404 },
  '/privacy': open('/privacy'),
  '/imprint': open('/imprint'),
  '/accessibility': open('/accessibility'),
  '/language': home,
  '/theme': home,
  '/notice/latest': { ...open('/notice/latest'), visitor: '/login' },
  '/notice/userseen': { ...home, visitor: '/login' },
  '/logout': home,
  '/activation': signedIn('/activation'),
  '/': home,
  '/news': { ...open('/news'), visitor: '/login' },
  '/news/:id': { ...signedIn(`/news/${nobody}`), inactive: 404, active: 404 },
  '/news/read': { ...open('/news'), visitor: '/login' },
  '/cards': activated('/cards'),
  '/search': { ...signedIn('/search'), visitor: '/login' },
  '/cards/suggest': { ...activated('/cards/suggest'), visitor: '/login' },
  '/brands/:slug': { ...activated(`/brands/${nobody}`), active: 404 },
  '/cart': activated('/cart'),
  '/buy': activated('/buy'),
  '/support': signedIn('/support'),
  '/support/suggestions': { ...open('/faq'), visitor: '/login' },
  '/support/report': open('/support/report'),
  '/support/guest': open('/support/guest'),
  '/support/guest/ticket': open('/support/guest/ticket'),
  '/support/:id': { ...signedIn(`/support/${nobody}`), inactive: 404, active: 404 },
  '/support/:id/read': { visitor: '/login', inactive: 404, active: 404 },
  '/preorder': activated('/preorder'),
  '/faq': signedIn('/faq'),
  '/bininfo': activated('/bininfo'),
  '/billing': signedIn('/billing'),
  '/billing/history': signedIn('/billing/history'),
  '/billing/history/csv': { ...signedIn('/billing/history/csv'), inactive: 422, active: 422 },
  '/billing/statements': signedIn('/billing/statements'),
  '/billing/statements/:month': { ...signedIn(`/billing/statements/${nobody}`), inactive: 404, active: 404 },
  '/billing/statements/:month/csv': { ...signedIn(`/billing/statements/${nobody}/csv`), inactive: 404, active: 404 },
  '/billing/:id/receipt': { ...signedIn(`/billing/${nobody}/receipt`), inactive: 404, active: 404 },
  '/billing/:id': { ...signedIn(`/billing/${nobody}`), inactive: 404, active: 404 },
  '/orders': activated('/orders'),
  '/orders/cards': activated('/orders/cards'),
  '/orders/cards/csv': activated('/orders/cards/csv'),
  '/orders/:id/receipt': { ...activated(`/orders/${nobody}/receipt`), active: 404 },
  '/orders/:id/documents': { ...activated(`/orders/${nobody}/documents`), active: 404 },
  '/withdraw': activated('/withdraw'),
  '/withdraw/:id': { ...activated(`/withdraw/${nobody}`), active: 404 },
  '/orders/:id/till/:card_id': { ...activated(`/orders/${nobody}/till/${nobody}`), active: 404 },
  '/orders/:id/withdraw/:card_id': activated(`/orders/${nobody}/withdraw/${nobody}`),
  '/orders/:id/gifts': { ...activated(`/orders/${nobody}/gifts`), active: 404 },
  '/gifts/:id': { ...activated(`/gifts/${nobody}`), active: 404 },
  '/orders/:id': { ...activated(`/orders/${nobody}`), active: 404 },
  '/notifications': signedIn('/notifications'),
  '/user': { ...open('/user/profile'), visitor: '/login?next=%2Fuser' },
  '/user/profile': signedIn('/user/profile'),
  '/user/email': signedIn('/user/email'),
  '/user/password': signedIn('/user/password'),
  '/user/security': signedIn('/user/security'),
  '/user/sessions': signedIn('/user/sessions'),
  '/user/notifications': signedIn('/user/notifications'),
  '/user/shortcuts': signedIn('/user/shortcuts'),
  '/user/data': signedIn('/user/data'),
  '/user/closing': signedIn('/user/closing'),
  '/user/export': { ...open('/user/data'), visitor: '/login?next=%2Fuser%2Fexport' },
  // A user who has just signed in is redirected at once.
  '/user/confirm': { ...open('/news'), visitor: '/login?next=%2Fuser%2Fconfirm' },
  '/admin': office('/admin'),
  '/admin/content/preview': { ...office('/admin/content/preview'), visitor: '/login', admin: '/admin' },
  '/admin/brands': office('/admin/brands'),
  '/admin/brands/categories': office('/admin/brands/categories'),
  '/admin/brands/:id': { ...office(`/admin/brands/${nobody}`), admin: 404 },
  '/admin/branding': office('/admin/branding'),
  '/admin/news': office('/admin/news'),
  '/admin/news/:id': { ...office(`/admin/news/${nobody}`), admin: 404 },
  '/admin/news/:id/versions': { ...office(`/admin/news/${nobody}/versions`), admin: 404 },
  '/admin/notices': office('/admin/notices'),
  '/admin/notices/:id': { ...office(`/admin/notices/${nobody}`), admin: 404 },
  '/admin/notices/:id/versions': { ...office(`/admin/notices/${nobody}/versions`), admin: 404 },
  '/admin/faq': office('/admin/faq'),
  '/admin/faq/:id': { ...office(`/admin/faq/${nobody}`), admin: 404 },
  '/admin/faq/:id/versions': { ...office(`/admin/faq/${nobody}/versions`), admin: 404 },
  '/admin/legal': office('/admin/legal'),
  '/admin/legal/:id': { ...office(`/admin/legal/${nobody}`), admin: 404 },
  '/admin/legal/:id/versions': { ...office(`/admin/legal/${nobody}/versions`), admin: 404 },
  '/admin/payments': office('/admin/payments'),
  '/admin/payments/all': office('/admin/payments/all'),
  '/admin/payments/all/csv': { ...office('/admin/payments/all/csv'), visitor: '/login', admin: '/admin/payments/all' },
  '/admin/payments/:id': { ...office(`/admin/payments/${nobody}`), admin: 404 },
  '/admin/chains': office('/admin/chains'),
  '/admin/top-up-returns': { ...office('/admin/top-up-returns'), admin: '/' },
  '/admin/top-up-returns/csv': { ...office('/admin/top-up-returns/csv'), visitor: '/login', admin: '/' },
  '/admin/top-up-returns/:id': { ...office(`/admin/top-up-returns/${nobody}`), admin: '/' },
  '/admin/audit': { ...office('/admin/audit'), admin: '/' },
  '/admin/audit/csv': { ...office('/admin/audit/csv'), visitor: '/login', admin: '/' },
  '/admin/audit/:id': { ...office(`/admin/audit/${nobody}`), admin: '/' },
  '/admin/ledger': { ...office('/admin/ledger'), admin: '/' },
  '/admin/ledger/accounts': { ...office('/admin/ledger/accounts'), admin: '/' },
  '/admin/ledger/accounts/:id': { ...office(`/admin/ledger/accounts/${nobody}`), admin: '/' },
  '/admin/ledger/transfers': { ...office('/admin/ledger/transfers'), admin: '/' },
  '/admin/ledger/transfers/:id': { ...office(`/admin/ledger/transfers/${nobody}`), admin: '/' },
  '/admin/ledger/reconciliation': { ...office('/admin/ledger/reconciliation'), admin: '/' },
  '/admin/ledger/outflows': { ...office('/admin/ledger/outflows'), admin: '/' },
  '/admin/ledger/outflows/csv': { ...office('/admin/ledger/outflows/csv'), visitor: '/login', admin: '/' },
  '/admin/ledger/outflows/earlier': { ...office('/admin/ledger/outflows/earlier'), admin: '/' },
  '/admin/ledger/outflows/:id': { ...office(`/admin/ledger/outflows/${nobody}`), admin: '/' },
  '/admin/ledger/cold-wallets': { ...office('/admin/ledger/cold-wallets'), admin: '/' },
  '/admin/ledger/cold-wallets/:id': { ...office(`/admin/ledger/cold-wallets/${nobody}`), admin: '/' },
  '/admin/ledger/dormant': { ...office('/admin/ledger/dormant'), admin: '/' },
  '/admin/ledger/dormant/csv': { ...office('/admin/ledger/dormant/csv'), visitor: '/login', admin: '/' },
  '/admin/ledger/tax': { ...office('/admin/ledger/tax'), admin: '/' },
  '/admin/ledger/tax/csv': { ...office('/admin/ledger/tax/csv'), visitor: '/login', admin: '/' },
  '/admin/ledger/vat-rates': { ...office('/admin/ledger/vat-rates'), admin: '/' },
  '/admin/ledger/operator': { ...office('/admin/ledger/operator'), admin: '/' },
  '/admin/ledger/invoices': { ...office('/admin/ledger/invoices'), admin: '/' },
  '/admin/ledger/oss': { ...office('/admin/ledger/oss'), admin: '/' },
  '/admin/ledger/oss/csv': { ...office('/admin/ledger/oss/csv'), visitor: '/login', admin: '/' },
  '/admin/ledger/cost-basis': { ...office('/admin/ledger/cost-basis'), admin: '/' },
  '/admin/ledger/cost-basis/:file': {
    ...office('/admin/ledger/cost-basis/credits'),
    visitor: '/login',
    admin: '/',
  },
  '/admin/ledger/chart': { ...office('/admin/ledger/chart'), admin: '/' },
  '/admin/ledger/months': { ...office('/admin/ledger/months'), admin: '/' },
  '/admin/ledger/months/:id': { ...office(`/admin/ledger/months/${nobody}`), admin: '/' },
  '/admin/ledger/months/:id/:file': {
    ...office(`/admin/ledger/months/${nobody}/${nobody}`),
    visitor: '/login',
    admin: '/',
  },
  '/admin/ledger/years/:year/gobd': { ...office('/admin/ledger/years/2026/gobd'), visitor: '/login', admin: '/' },
  '/admin/ledger/trial-balance': { ...office('/admin/ledger/trial-balance'), admin: '/' },
  '/admin/ledger/trial-balance/csv': { ...office('/admin/ledger/trial-balance/csv'), visitor: '/login', admin: '/' },
  '/admin/orders': office('/admin/orders'),
  '/admin/orders/:id': { ...office(`/admin/orders/${nobody}`), admin: 404 },
  '/admin/claims': office('/admin/claims'),
  '/admin/claims/:id': { ...office(`/admin/claims/${nobody}`), admin: 404 },
  '/admin/search': { ...office('/admin/search'), visitor: '/login' },
  '/admin/tickets': office('/admin/tickets'),
  '/admin/tickets/answers': office('/admin/tickets/answers'),
  '/admin/tickets/categories': office('/admin/tickets/categories'),
  '/admin/tickets/report': office('/admin/tickets/report'),
  '/admin/tickets/settings': office('/admin/tickets/settings'),
  '/admin/tickets/:id/presence': {
    ...office(`/admin/tickets/${nobody}/presence`),
    visitor: '/login',
    admin: 404,
  },
  '/admin/tickets/:id': { ...office(`/admin/tickets/${nobody}`), admin: 404 },
  '/admin/alerts': office('/admin/alerts'),
  '/admin/alerts/receivers': { ...office('/admin/alerts/receivers'), admin: '/' },
  '/admin/operations': office('/admin/operations'),
  '/admin/operations/jobs': office('/admin/operations/jobs'),
  '/admin/operations/checks': office('/admin/operations/checks'),
  '/admin/operations/backups': office('/admin/operations/backups'),
  '/admin/operations/settings': office('/admin/operations/settings'),
  '/admin/operations/retention': office('/admin/operations/retention'),
  '/admin/operations/processing': office('/admin/operations/processing'),
  '/admin/operations/redact': office('/admin/operations/redact'),
  '/admin/operations/affected': office('/admin/operations/affected'),
  '/admin/operations/affected/csv': {
    ...office('/admin/operations/affected/csv'),
    visitor: '/login',
    admin: '/admin/operations/affected',
  },
  '/admin/approvals': office('/admin/approvals'),
  '/admin/programmes': office('/admin/programmes'),
  '/admin/programmes/new': office('/admin/programmes/new'),
  '/admin/programmes/drafts/:id/check': { ...office(`/admin/programmes/drafts/${nobody}/check`), admin: 404 },
  '/admin/programmes/drafts/:id/:step': { ...office(`/admin/programmes/drafts/${nobody}/card`), admin: 404 },
  '/admin/programmes/:id/edit': { ...office(`/admin/programmes/${nobody}/edit`), admin: 404 },
  '/admin/programmes/:id': { ...office(`/admin/programmes/${nobody}`), admin: 404 },
  '/admin/staff': { ...office('/admin/staff'), admin: '/' },
  '/admin/staff/:id': { ...office(`/admin/staff/${nobody}`), admin: '/' },
  '/reseller': office('/reseller'),
  '/reseller/csv': { ...office('/reseller/csv'), admin: '/reseller/csv' },
  '/reseller/new': office('/reseller/new'),
  '/reseller/base/:id': { ...office(`/reseller/base/${nobody}`), admin: 404 },
  '/reseller/sellers': office('/reseller/sellers'),
  '/reseller/sellers/csv': { ...office('/reseller/sellers/csv'), visitor: '/login', admin: '/' },
  '/reseller/sellers/:id': { ...office(`/reseller/sellers/${nobody}`), admin: 404 },
  '/reseller/sellers/:id/payouts': { ...office(`/reseller/sellers/${nobody}/payouts`), admin: '/' },
  '/reseller/sellers/:id/:period/csv': { ...office(`/reseller/sellers/${nobody}/${nobody}/csv`), admin: '/' },
  '/reseller/payouts': { ...office('/reseller/payouts'), admin: '/' },
  '/reseller/preorders': office('/reseller/preorders'),
  '/reseller/preorders/:id': { ...office(`/reseller/preorders/${nobody}`), admin: 404 },
  '/reseller/bank-statements': { ...office('/reseller/bank-statements'), admin: '/' },
  '/reseller/bank-statements/:id': { ...office(`/reseller/bank-statements/${nobody}`), admin: '/' },
  '/reseller/payouts/:year/csv': { ...office('/reseller/payouts/2026/csv'), visitor: '/login', admin: '/' },
  '/reseller/payouts/csv': { ...office('/reseller/payouts/csv'), visitor: '/login', admin: '/' },
  '/admin/users': office('/admin/users'),
  '/admin/tier-requests': office('/admin/tier-requests'),
  '/limits': signedIn('/limits'),
  '/admin/users/:id': { ...office(`/admin/users/${nobody}`), admin: 404 },
  '/admin/unclaimed-deposits/:id': { ...office(`/admin/unclaimed-deposits/${nobody}`), admin: 404 },
  '/admin/rate-jumps/:id': { ...office(`/admin/rate-jumps/${nobody}`), admin: 404 },
  '/reseller/import/:id': { ...office(`/reseller/import/${nobody}`), admin: 404 },
  '/reseller/import/:id/template': { ...office(`/reseller/import/${nobody}/template`), admin: 404 },
  '/reseller/import/:id/errors': { ...office(`/reseller/import/${nobody}/errors`), admin: 404 },
  '*': { visitor: 404, inactive: 404, active: 404 },
};

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request with exactly these headers, unlike any a browser would send. */
function send(path: string, { method = 'GET', headers, body }: Sent = {}): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${shop.url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(Object.assign(response, { text })));
    });
    sent.on('error', reject).end(body);
  });
}

test('the table of where a person ends up names every screen', () => {
  expect(screens.map(({ path }) => path).toSorted()).toEqual(Object.keys(ends).toSorted());
});

const people = { visitor: undefined, newcomer: 'inactive', buyer: 'active', admin: 'admin' } as const;
type Who = keyof typeof people;
const whoever = Object.keys(people) as Who[];
const opened = (path: string) => path.replace(':step', 'card').replace(/:\w+/g, nobody).replace('*', '/no-such-page');
const expected = (who: Who, paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, ends[path]?.[people[who] ?? 'visitor'] ?? ends[path]?.active]));
/** Where each screen leads without a browser; `html` marks those that respond with a page. */
async function follow(token: string | undefined) {
  const [ended, html]: [Record<string, End>, string[]] = [{}, []];
  for (const path of screens.map((screen) => screen.path)) {
    const response = await fetch(`${shop.url}${opened(path)}`, {
      headers: token ? { cookie: `facevalue=${token}` } : {},
    });
    const { pathname, search } = new URL(response.url);
    ended[path] = response.ok ? pathname + search : response.status;
    if (response.headers.get('content-type')?.startsWith('text/html')) html.push(path);
    await response.arrayBuffer();
  }
  return { ended, html };
}

async function walk(who: Who) {
  const token = who === 'visitor' ? undefined : await shop.signIn(who);
  return { token, ...(await follow(token)) };
}

const walks = {
  visitor: await walk('visitor'),
  newcomer: await walk('newcomer'),
  buyer: await walk('buyer'),
  admin: await walk('admin'),
};

test.each(whoever)('each screen opened by a %s ends where the guards send such a person', (who) => {
  const { ended } = walks[who];
  expect(ended).toEqual(expected(who, Object.keys(ended)));
});

const endOf = async (page: Page): Promise<End> => {
  const status = page.locator('.error-status');
  return (await status.count()) ? Number(await status.textContent()) : pathOf(page);
};

const layoutOf = new Map(screens.map(({ path, layout }) => [path, layout]));

/**
 * The screens to open in a browser: each once for where it ends, by the first person who ends there. A document is the
 * same whichever address was redirected to it, and so is an error page of a layout.
 */
function documentsOf(who: Who): string[] {
  const seen = new Set<string>();
  const isNew = (key: string) => !seen.has(key) && Boolean(seen.add(key));
  const newTo = (person: Who) =>
    walks[person].html.filter((path) => {
      const end = walks[person].ended[path]!;
      if (typeof end === 'number') return isNew(`${end} in ${layoutOf.get(path)}`);
      return isNew(end === opened(path) ? end : `redirected to ${end.split('?')[0]}`);
    });
  return whoever
    .slice(0, whoever.indexOf(who) + 1)
    .map(newTo)
    .at(-1)!;
}

// Without JavaScript a browser only follows the responses, as the walk above does.
test.each(whoever)('each screen opened by a %s ends there in a browser with JavaScript too', async (who) => {
  const { token } = walks[who];
  const documents = documentsOf(who);
  const page = await newPage({ refusals: true, ...(token && { token }) });
  const ended: Record<string, End> = {};
  for (const path of documents) {
    await page.goto(opened(path), { waitUntil: 'domcontentloaded' });
    ended[path] = await endOf(page);
  }
  expect(ended).toEqual(expected(who, documents));
});

// accessibility.slow.test.ts opens the others so.
test.each(whoever)(
  'each screen that leads a %s elsewhere, or to an error, does so from within the app as well',
  async (who) => {
    const { token, ended: walked } = walks[who];
    const documents = documentsOf(who).filter((path) => walked[path] !== opened(path));
    const page = await newPage({ refusals: true, ...(token && { token }) });
    const ended: Record<string, End> = {};
    await page.goto(who === 'visitor' ? '/login' : '/news');
    await untilHydrated(page);
    for (const path of documents) {
      ended[path] = await page.evaluate(async (to) => {
        const router = window.__reactRouterDataRouter;
        await router?.navigate(to);
        // A page that revalidates at the same time takes over the navigation.
        while (router?.state.navigation.state !== 'idle') await new Promise(requestAnimationFrame);
        const [error] = Object.values(router.state.errors ?? {});
        return error?.status ?? location.pathname + location.search;
      }, opened(path));
    }
    expect(ended).toEqual(expected(who, documents));
  },
);

test('going back from where a guard led is possible', async () => {
  const page = await newPage({ token: await shop.signIn('newcomer') });
  await page.goto('/news');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
  await page.waitForURL('**/activation');
  await page.goBack();
  await page.waitForURL('**/news');
});

test('a session that ended elsewhere leads to the login page at the next step', async () => {
  const { token } = await shop.addBuyer(1_00);
  const page = await newPage({ token, refusals: true });
  // With its socket, the page would notice by itself and leave before the click.
  await page.routeWebSocket(/./, () => {});
  await page.goto('/news');
  await shop.api('/api/auth/logout', { method: 'POST', token });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.waitForURL('**/login?next=%2Forders');
});

test('logging out ends the session and forgets the cookie', async () => {
  const { token } = await shop.addBuyer(12_34);
  // The page may still request its socket signature, or revalidate, after the session has ended.
  const page = await newPage({ token, refusals: true });
  await page.goto('/cards');
  await page.getByRole('group').getByText('$12.34').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  expect(await page.context().cookies()).toEqual([]);
  await expect(shop.balanceOf(token)).rejects.toThrow('401');
});

const unknown = ['/no/such/page', '/admin/no-such-page', '/Reseller/no-such-page'].flatMap((path) => [
  { path, javaScript: true },
  { path, javaScript: false },
]);

test.each(unknown)('an unknown page says so: $path, with JavaScript: $javaScript', async ({ path, javaScript }) => {
  const page = await newPage({ javaScript, refusals: true });
  expect((await page.goto(path))?.status()).toBe(404);
  if (javaScript) await untilHydrated(page);
  await page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
  expect(await page.title()).toContain('Not found');
  expect(await page.getByRole('banner').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await page.waitForURL('**/login?next=%2F');
});

test.each(unknown)(
  'an unknown page keeps the menu of who is signed in: $path, with JavaScript: $javaScript',
  async ({ path, javaScript }) => {
    const page = await newPage({ ...(await shop.addBuyer(1_00)), javaScript, refusals: true });
    expect((await page.goto(path))?.status()).toBe(404);
    if (javaScript) await untilHydrated(page);
    await page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('**/orders');
  },
);

test.each([true, false])('after login comes the page first asked for, with JavaScript: %s', async (javaScript) => {
  const page = await newPage({ javaScript });
  await page.goto('/cards?level=Plus&sort=-price');
  await page.getByLabel('Username').fill('buyer');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/cards?level=Plus&sort=-price');
  await page.locator('.tile').first().waitFor();
});

test.each([true, false])(
  'a visitor who asked for the home page gets it after login, with JavaScript: %s',
  async (javaScript) => {
    const page = await newPage({ javaScript });
    await page.goto('/');
    expect(pathOf(page)).toBe('/login?next=%2F');
    await page.getByLabel('Username').fill('buyer');
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${shop.url}/`);
  },
);

test('the login page leads to pages of this shop only', async () => {
  const form = new URLSearchParams({ username: 'buyer', password: demoPassword }).toString();
  const headers = { origin: shop.url, 'content-type': 'application/x-www-form-urlencoded' };
  const elsewhere = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/\tevil.example',
    '/\n/evil.example',
    '%2f%2fevil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    'evil.example',
    'javascript://%0aalert(1)',
    'java\tscript:alert(1)',
    '%6aavascript:alert(1)',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%252fevil.example/../..//evil.example',
    ' //evil.example',
    'data:text/html,x',
    '/logout',
    '/api/auth/users',
    '/assets/entry.js',
    '/orders.data',
    '/notice/latest',
    '',
  ];
  const led: Record<string, unknown> = {};
  for (const next of elsewhere) {
    const path = `/login?next=${encodeURIComponent(next)}`;
    const { headers: answer } = await send(path, { method: 'POST', headers, body: form });
    led[next] = answer.location;
  }
  expect(led).toEqual(Object.fromEntries(elsewhere.map((next) => [next, '/news'])));
});

test('a host that is not ours leads to a page that names the canonical one only', async () => {
  const headers = { host: 'evil.example' };
  const sent = await send('/login', { headers });
  expect([sent.statusCode, sent.headers.location]).toEqual([302, '/domains']);
  const forwarded = await send('/login', { headers: { 'x-forwarded-host': 'evil.example' } });
  expect(forwarded.text).not.toContain('evil.example');
  const { statusCode, text } = await send('/domains', { headers });
  expect(statusCode).toBe(200);
  expect(text).toContain(`http://localhost:${new URL(shop.url).port}`);
  expect(text).not.toContain('evil.example');
  expect((await send('/api/auth/status', { headers })).statusCode).toBe(421);
});

test.each([
  ['neither Origin nor Sec-Fetch-Site', {}],
  ['the origin of another site', { origin: 'http://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['an opaque origin', { origin: 'null' }],
  ['a cross-site form', { 'sec-fetch-site': 'cross-site' }],
  ['a same-site form', { 'sec-fetch-site': 'same-site' }],
  ['a cross-site form that claims our origin', { 'sec-fetch-site': 'cross-site', origin: shop.url }],
])('a form from %s is refused and changes nothing', async (_from, headers) => {
  const { token } = await shop.addBuyer(50_00);
  const { data } = await shop.api<{ data: { id: string; price_cents: number }[] }>('/api/cards?sort=price', { token });
  const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: `facevalue=${token}`, ...headers };
  const [card] = data;
  for (const [path, body] of [
    ['/cards', `add=${card?.id}`],
    ['/buy', `ids=${card?.id}&total_cents=${card?.price_cents}&order_key=k`],
    ['/cart', `ids=${card?.id}&total_cents=${card?.price_cents}&order_key=k`],
    ['/logout', ''],
  ] as const) {
    for (const to of [path, `${path}.data`]) {
      expect((await send(to, { method: 'POST', headers: form, body })).statusCode, to).toBe(403);
    }
  }
  expect(await shop.balanceOf(token)).toBe(50_00);
  expect(await shop.api('/api/carts', { token })).toEqual({ data: [] });
});

test('a form that a page does not have or cannot read is refused, and is no error of the shop', async () => {
  const token = `facevalue=${(await shop.addBuyer(1_00)).token}`;
  const post = async (path: string, cookie: string) =>
    (await send(path, { method: 'POST', headers: { origin: shop.url, cookie } })).statusCode;
  expect(await post('/faq', '')).toBe(302);
  expect(await post('/faq', token)).toBe(405);
  expect(await post('/news', token)).toBe(415);
  expect(shop.printed()).not.toMatch(/page failed|^ +at /m);
});

test("a form on another site's page is refused in a browser", async () => {
  const token = await shop.signIn('buyer');
  const evil = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<form method="post" action="${shop.url}/logout"><button>Win a prize</button></form>`);
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  try {
    const page = await newPage({ token, refusals: true });
    await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
    await page.getByRole('button', { name: 'Win a prize' }).click();
    await page.getByText('This form came from another site, so we refused it.').waitFor();
    await page.goto('/orders');
    expect(pathOf(page)).toBe('/orders');
  } finally {
    evil.close();
  }
});

test('the session is a cookie that scripts, other sites and storage never hold', async () => {
  const page = await newPage();
  await page.goto('/login');
  await page.getByLabel('Username').fill('buyer');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/news');
  const cookies = await page.context().cookies();
  const kept = { httpOnly: true, sameSite: 'Lax', path: '/' };
  const names = ['facevalue', 'facevalue_device'];
  expect(cookies).toMatchObject(names.map((name) => ({ name, ...kept })));
  await page.goto('/user/profile');
  const held = await page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
      window.history.state,
    ]),
  );
  for (const { value } of cookies) expect(held).not.toContain(value);
  expect(held).not.toContain(demoPassword);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});
