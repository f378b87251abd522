import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { listUsers } from '#contracts/customers/users.ts';
import { exportAllPayments, exportTax } from '#contracts/office/books.ts';
import { exportCredits, exportDisposals } from '#contracts/office/cost-basis.ts';
import { exportDormantBalances } from '#contracts/office/dormant-balances.ts';
import { exportOutflows } from '#contracts/office/outflows.ts';
import { exportJournal, exportTrialBalance } from '#contracts/office/periods.ts';
import { exportPayoutHistory } from '#contracts/supply/payouts.ts';
import { sellerReport } from '#contracts/supply/sellers.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });
const staff = await shop.createUser({ role: 'admin', duties: ['support', 'payouts'] });
const year = String(shop.clock.now().getUTCFullYear());
const ELEVEN_MINUTES_MS = 11 * MINUTE_MS;

const post = (path: string, fields: Record<string, string> = {}) =>
  app.request(`http://localhost${path}`, {
    method: 'POST',
    headers: {
      cookie: `facevalue=${staff.token}`,
      origin: 'http://localhost',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });

const ask = shop.as(staff);
const exports = {
  'all payments': () => ask(exportAllPayments),
  'the sales of a year': () => ask(exportTax, { query: { year } }),
  'the trial balance': () => ask(exportTrialBalance),
  'the credits of a year': () => ask(exportCredits, { query: { year } }),
  'the disposals of a year': () => ask(exportDisposals, { query: { year } }),
  'dormant balances': () => ask(exportDormantBalances),
  outflows: () => ask(exportOutflows),
  'the journal of a month': () => ask(exportJournal, { params: { month: `${year}-01` } }),
  'the payouts of a year': () => ask(exportPayoutHistory, { query: { year } }),
  'the report of sellers': () => ask(sellerReport, { query: { year } }),
  'the second page of users': () => ask(listUsers, { query: { page: '2' } }),
};

test.each(Object.entries(exports))('%s takes a factor of the last ten minutes', async (_what, take) => {
  await shop.refresh(staff);
  expect((await take()).status).toBe(200);
  shop.clock.advance(ELEVEN_MINUTES_MS);
  expect(await take()).toMatchObject({ status: 403, body: { reason: 'step_up_required' } });
});

test('the first page of users needs none', async () => {
  shop.clock.advance(ELEVEN_MINUTES_MS);
  for (const query of [{}, { page: '1' }]) expect((await ask(listUsers, { query })).status).toBe(200);
});

test.each([
  ['/admin/payments/all/csv?state=credited', '/admin/payments/all?state=credited'],
  ['/admin/ledger/tax/csv?year=2026', '/admin/ledger/tax?year=2026'],
  ['/admin/ledger/oss/csv?quarter=2026-Q1', '/admin/ledger/oss?quarter=2026-Q1'],
  ['/admin/ledger/trial-balance/csv?from=2026-01-01', '/admin/ledger/trial-balance?from=2026-01-01'],
  ['/admin/ledger/cost-basis/credits?year=2026', '/admin/ledger/cost-basis?year=2026'],
  ['/admin/ledger/cost-basis/disposals?year=2026', '/admin/ledger/cost-basis?year=2026'],
  ['/admin/ledger/dormant/csv?months=24', '/admin/ledger/dormant?months=24'],
  ['/admin/ledger/outflows/csv?coin=BTC', '/admin/ledger/outflows?coin=BTC'],
  ['/reseller/sellers/csv', '/reseller/sellers'],
  ['/reseller/payouts/2026/csv', '/reseller/payouts'],
  ['/admin/ledger/months/2026-01/journal-days', '/admin/ledger/months/2026-01'],
])('the button of %s asks for it, and leads back to the page with the button, which then works', async (path, page) => {
  shop.clock.advance(ELEVEN_MINUTES_MS);
  const asked = await post(path, { year });
  expect([asked.status, asked.headers.get('location')]).toEqual([
    302,
    `/user/confirm?next=${encodeURIComponent(page)}`,
  ]);
  await shop.refresh(staff);
  const file = await post(path, { year });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
});
