import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Card } from '#contracts/shop/cards.ts';
import { narrow, openBrowser, untilHydrated, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
await shop.untilOffered('ETH');
const newPage = await openBrowser(shop.url);

/** The most that may move on a page while it loads, as browsers sum it up; 0.1 is where they begin to call it a fault. */
const MOST = 0.02;

const { token } = await shop.addBuyer(200_00);
const admin = await shop.signIn('admin');
const approver = await shop.signIn('approver');
const { data: cards } = await shop.api<{ data: Card[] }>('/api/cards?sort=price&per_page=4', { token });
const ids = cards.map(({ id }) => id);
const { data: order } = await shop.api<{ data: { id: string } }>('/api/invoices', {
  token,
  body: { ids: ids.slice(0, 2) },
});
await shop.api('/api/carts', { token, body: { ids: ids.slice(2) } });
const { data: payment } = await shop.api<{ data: { id: string } }>('/api/billings', {
  token,
  body: { coin: 'ETH', amount_cents: 20_00 },
});
const { data: ticket } = await shop.api<{ data: { id: string } }>('/api/supports', {
  token,
  body: { category: 'other', subject: 'Where is it?', body: 'I paid.' },
});
await shop.api('/api/admin/notices', { token: admin, body: { title: 'Soon', content: 'A pause at night.' } });

const visitors = ['/login', '/register', '/forgot', '/terms', '/support/report'];
const buyers = [
  '/',
  '/news',
  '/cards',
  '/cards?q=coffee',
  '/brands/quillmarsh-market',
  '/cart',
  `/buy?ids=${ids[2]}`,
  '/orders',
  `/orders/${order.id}`,
  '/orders/cards',
  '/billing',
  `/billing/${payment.id}`,
  '/billing/history',
  '/billing/statements',
  '/support',
  `/support/${ticket.id}`,
  '/faq',
  '/bininfo',
  '/preorder',
  '/limits',
  '/notifications',
  '/user/profile',
  '/user/security',
  '/user/sessions',
  '/user/shortcuts',
];
const staff = [
  '/admin',
  '/admin/tickets',
  `/admin/tickets/${ticket.id}`,
  '/admin/payments',
  '/admin/users',
  '/admin/orders',
  '/admin/programmes',
  '/admin/approvals',
  '/admin/news',
  '/admin/chains',
  '/admin/operations',
  '/reseller',
];
const auditors = ['/admin/ledger', '/admin/audit', '/admin/ledger/months'];

const pages = [
  ...visitors.map((path) => [path, undefined] as const),
  ...buyers.map((path) => [path, token] as const),
  ...staff.map((path) => [path, admin] as const),
  ...auditors.map((path) => [path, approver] as const),
];

declare global {
  interface Window {
    shifts?: { value: number; moved: string[] }[];
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Runs in the page. */
function noteShifts(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  window.shifts = shifts;
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}`.slice(0, 60) : (node?.nodeName ?? '');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Loads a page whose fonts and pictures come only after it has been shown and its scripts have run. */
async function load(page: Page, path: string): Promise<void> {
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  await page.route(/\.(woff2|svg|png|webp|avif|jpe?g)(\?|$)/, async (route) => {
    await shown;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await untilHydrated(page);
  show();
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
}

test.each([narrow, wide].flatMap((width) => pages.map(([path, who]) => ({ width, path, who }))))(
  '$path stays where it is while it loads, at $width px',
  async ({ width, path, who }) => {
    const page = await newPage({ width, refusals: true, ...(who && { token: who }) });
    await page.addInitScript(noteShifts);
    await load(page, path);
    const shifts = (await page.evaluate(() => window.shifts)) ?? [];
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST);
  },
);
