import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import type { Guard } from '#contracts/call.ts';

export interface Screen {
  path: string;
  /** File in pages/, as <area>/<room>/<page>, and the id of the route. */
  page: string;
  /** `admin` and `account` are nested in `default`; `none` is no page: it answers forms and scripts, and has no code in the browser. */
  layout: 'default' | 'admin' | 'account' | 'minimal' | 'simple' | 'none';
  guards: readonly Guard[];
}

const shop: readonly Guard[] = ['auth', 'active'];
const goods: readonly Guard[] = ['catalogue'];
/** Where the catalogue is public, an account fills its cart before it is active. */
const filling: readonly Guard[] = ['auth', 'catalogue'];
const admin: readonly Guard[] = ['auth', 'admin'];
const publisher: readonly Guard[] = [...admin, 'role:publisher'];
const publishing: readonly Guard[] = [...admin, 'role:publisher,auditor'];
const desk: readonly Guard[] = [...admin, 'role:support,auditor'];
const operator: readonly Guard[] = [...admin, 'role:support,approver,auditor'];
const alerts: readonly Guard[] = [...admin, 'role:support,approver,importer,payouts,auditor'];
const stock: readonly Guard[] = [...admin, 'role:importer,approver,payouts,auditor'];
const ownStock: readonly Guard[] = ['auth', 'admin:seller', 'role:importer,approver,payouts,auditor,seller'];
const ownPayouts: readonly Guard[] = ['auth', 'admin:seller', 'role:payouts,approver,auditor,seller'];
const payouts: readonly Guard[] = [...admin, 'role:payouts,approver,auditor'];
const programmes: readonly Guard[] = [...admin, 'role:importer,approver,support,auditor'];
const chains: readonly Guard[] = [...admin, 'role:support,approver,payouts,auditor'];
const auditor: readonly Guard[] = [...admin, 'role:auditor,approver'];
const orders: readonly Guard[] = [...admin, 'role:support,approver,auditor,payouts'];
const books: readonly Guard[] = [...admin, 'role:auditor,approver,payouts'];
const importer: readonly Guard[] = [...admin, 'role:importer'];

/** Every screen: the router, the guards and the types of `href()` come from this table. */
export const screens: readonly Screen[] = [
  { path: '/login', page: 'identity/auth/login', layout: 'minimal', guards: ['guest'] },
  { path: '/register', page: 'identity/auth/register', layout: 'minimal', guards: ['guest'] },
  { path: '/verify-email', page: 'identity/auth/verify-email', layout: 'minimal', guards: [] },
  { path: '/forgot', page: 'identity/auth/forgot', layout: 'minimal', guards: [] },
  { path: '/reset', page: 'identity/auth/reset', layout: 'minimal', guards: [] },
  { path: '/email-change', page: 'identity/auth/email-change', layout: 'minimal', guards: [] },
  { path: '/email-change/stop', page: 'identity/auth/email-change-stop', layout: 'minimal', guards: [] },
  { path: '/gift', page: 'shop/gifts/open', layout: 'minimal', guards: [] },
  { path: '/unsubscribe', page: 'identity/account/unsubscribe', layout: 'minimal', guards: [] },
  { path: '/passkey', page: 'identity/auth/passkey', layout: 'none', guards: [] },
  { path: '/maintenance', page: 'system/maintenance', layout: 'simple', guards: [] },
  { path: '/domains', page: 'system/domains', layout: 'simple', guards: [] },
  { path: '/403', page: 'system/forbidden', layout: 'simple', guards: [] },
  { path: '/import-guard', page: 'oversight/import-guard', layout: 'simple', guards: [] },
  { path: '/proof', page: 'coins/proof/proof', layout: 'simple', guards: [] },
  { path: '/proof/file', page: 'coins/proof/own-proof-file', layout: 'none', guards: ['auth'] },
  { path: '/terms', page: 'content/legal/terms', layout: 'simple', guards: [] },
  { path: '/terms/:id', page: 'content/legal/terms-version', layout: 'simple', guards: [] },
  { path: '/privacy', page: 'content/legal/privacy', layout: 'simple', guards: [] },
  { path: '/imprint', page: 'content/legal/imprint', layout: 'simple', guards: [] },
  { path: '/accessibility', page: 'content/legal/accessibility', layout: 'simple', guards: [] },
  { path: '/demo/mails', page: 'demo/mails', layout: 'simple', guards: [] },
  { path: '/language', page: 'system/language', layout: 'none', guards: [] },
  { path: '/theme', page: 'system/theme', layout: 'none', guards: [] },
  { path: '/notice/latest', page: 'content/news/notice-latest', layout: 'none', guards: ['auth'] },
  { path: '/notice/userseen', page: 'content/news/notice-userseen', layout: 'none', guards: ['auth'] },
  { path: '/logout', page: 'identity/auth/logout', layout: 'none', guards: [] },
  { path: '/activation', page: 'coins/billing/activation', layout: 'default', guards: ['auth'] },
  { path: '/', page: 'shop/buying/home', layout: 'default', guards: shop },
  { path: '/news', page: 'content/news/news', layout: 'default', guards: ['auth'] },
  { path: '/news/:id', page: 'content/news/news-item', layout: 'default', guards: ['auth'] },
  { path: '/news/read', page: 'content/news/news-read', layout: 'none', guards: ['auth'] },
  { path: '/cards', page: 'shop/buying/cards', layout: 'default', guards: goods },
  { path: '/cards/suggest', page: 'shop/buying/suggest', layout: 'none', guards: goods },
  { path: '/brands/:slug', page: 'shop/buying/brand', layout: 'default', guards: goods },
  { path: '/search', page: 'office/search-own', layout: 'none', guards: ['auth'] },
  { path: '/cart', page: 'shop/checkout/cart', layout: 'default', guards: filling },
  { path: '/buy', page: 'shop/checkout/buy', layout: 'default', guards: filling },
  { path: '/support', page: 'desk/support/tickets', layout: 'default', guards: ['auth'] },
  { path: '/support/report', page: 'desk/support/report', layout: 'minimal', guards: [] },
  { path: '/support/guest', page: 'desk/support/guest', layout: 'minimal', guards: [] },
  { path: '/support/guest/ticket', page: 'desk/support/guest-ticket', layout: 'simple', guards: [] },
  { path: '/support/suggestions', page: 'desk/support/suggestions', layout: 'none', guards: ['auth'] },
  { path: '/support/:id', page: 'desk/support/ticket', layout: 'default', guards: ['auth'] },
  { path: '/support/:id/read', page: 'desk/support/ticket-read', layout: 'none', guards: ['auth'] },
  { path: '/preorder', page: 'shop/buying/preorder', layout: 'default', guards: shop },
  { path: '/faq', page: 'desk/support/faq', layout: 'default', guards: ['auth'] },
  { path: '/bininfo', page: 'shop/buying/bininfo', layout: 'default', guards: shop },
  { path: '/limits', page: 'coins/billing/limits', layout: 'default', guards: ['auth'] },
  { path: '/billing', page: 'coins/billing/billing', layout: 'default', guards: ['auth'] },
  { path: '/billing/history', page: 'coins/billing/history', layout: 'default', guards: ['auth'] },
  { path: '/billing/history/csv', page: 'coins/billing/history-csv', layout: 'simple', guards: ['auth'] },
  { path: '/billing/statements', page: 'coins/billing/statements', layout: 'default', guards: ['auth'] },
  { path: '/billing/statements/:month', page: 'coins/billing/statement', layout: 'default', guards: ['auth'] },
  { path: '/billing/statements/:month/csv', page: 'coins/billing/statement-csv', layout: 'simple', guards: ['auth'] },
  { path: '/billing/:id', page: 'coins/billing/payment', layout: 'default', guards: ['auth'] },
  { path: '/billing/:id/receipt', page: 'coins/billing/receipt', layout: 'default', guards: ['auth'] },
  { path: '/orders', page: 'shop/orders/orders', layout: 'default', guards: shop },
  { path: '/orders/cards', page: 'shop/orders/cards', layout: 'default', guards: shop },
  { path: '/orders/cards/csv', page: 'shop/orders/cards-csv', layout: 'simple', guards: shop },
  { path: '/orders/:id/receipt', page: 'shop/orders/receipt', layout: 'default', guards: shop },
  { path: '/orders/:id/documents', page: 'shop/orders/documents', layout: 'default', guards: shop },
  { path: '/orders/:id', page: 'shop/orders/order', layout: 'default', guards: shop },
  { path: '/orders/:id/withdraw/:card_id', page: 'shop/orders/withdraw-card', layout: 'default', guards: shop },
  { path: '/orders/:id/till/:card_id', page: 'shop/orders/till', layout: 'default', guards: shop },
  { path: '/withdraw', page: 'shop/orders/withdraw', layout: 'default', guards: shop },
  { path: '/withdraw/:id', page: 'shop/orders/withdrawn', layout: 'default', guards: shop },
  { path: '/orders/:id/gifts', page: 'shop/gifts/gifts', layout: 'default', guards: shop },
  { path: '/gifts/:id', page: 'shop/gifts/gift', layout: 'default', guards: shop },
  { path: '/notifications', page: 'identity/account/notifications', layout: 'default', guards: ['auth'] },
  { path: '/user', page: 'identity/account/user', layout: 'default', guards: ['auth'] },
  { path: '/user/profile', page: 'identity/account/profile', layout: 'account', guards: ['auth'] },
  { path: '/user/email', page: 'identity/account/email', layout: 'account', guards: ['auth'] },
  { path: '/user/password', page: 'identity/account/password', layout: 'account', guards: ['auth'] },
  { path: '/user/security', page: 'identity/account/security', layout: 'account', guards: ['auth'] },
  { path: '/user/sessions', page: 'identity/account/sessions', layout: 'account', guards: ['auth'] },
  { path: '/user/notifications', page: 'identity/account/notification-settings', layout: 'account', guards: ['auth'] },
  { path: '/user/shortcuts', page: 'identity/account/shortcuts', layout: 'account', guards: ['auth'] },
  { path: '/user/data', page: 'identity/account/data', layout: 'account', guards: ['auth'] },
  { path: '/user/closing', page: 'identity/account/closing', layout: 'account', guards: ['auth'] },
  { path: '/user/export', page: 'identity/account/export', layout: 'account', guards: ['auth'] },
  { path: '/user/confirm', page: 'identity/account/confirm', layout: 'account', guards: ['auth'] },
  { path: '/reseller', page: 'supply/batches/dashboard', layout: 'admin', guards: ownStock },
  { path: '/reseller/csv', page: 'supply/batches/batches-csv', layout: 'simple', guards: ownStock },
  { path: '/reseller/new', page: 'supply/batches/new', layout: 'admin', guards: [...admin, 'role:importer'] },
  { path: '/reseller/base/:id', page: 'supply/batches/base', layout: 'admin', guards: ownStock },
  { path: '/reseller/sellers', page: 'supply/sellers/sellers', layout: 'admin', guards: stock },
  { path: '/reseller/sellers/csv', page: 'supply/sellers/sellers-csv', layout: 'none', guards: payouts },
  { path: '/reseller/sellers/:id', page: 'supply/sellers/seller', layout: 'admin', guards: ownStock },
  {
    path: '/reseller/sellers/:id/payouts',
    page: 'supply/sellers/seller-payouts',
    layout: 'admin',
    guards: ownPayouts,
  },
  {
    path: '/reseller/sellers/:id/:period/csv',
    page: 'supply/sellers/statement-csv',
    layout: 'simple',
    guards: ownPayouts,
  },
  { path: '/reseller/payouts', page: 'supply/sellers/payouts', layout: 'admin', guards: payouts },
  {
    path: '/reseller/bank-statements',
    page: 'supply/bank-statements/statements',
    layout: 'admin',
    guards: payouts,
  },
  {
    path: '/reseller/bank-statements/:id',
    page: 'supply/bank-statements/statement',
    layout: 'admin',
    guards: payouts,
  },
  { path: '/reseller/payouts/csv', page: 'supply/sellers/payouts-csv', layout: 'none', guards: payouts },
  { path: '/reseller/payouts/:year/csv', page: 'supply/sellers/payout-history', layout: 'none', guards: payouts },
  { path: '/reseller/preorders', page: 'supply/demand/preorders', layout: 'admin', guards: programmes },
  { path: '/reseller/preorders/:id', page: 'supply/demand/waiting', layout: 'admin', guards: operator },
  { path: '/reseller/import/:id', page: 'supply/batches/import', layout: 'admin', guards: stock },
  { path: '/reseller/import/:id/template', page: 'supply/batches/template', layout: 'simple', guards: stock },
  { path: '/reseller/import/:id/errors', page: 'supply/batches/errors', layout: 'simple', guards: stock },
  { path: '/admin', page: 'office/overview', layout: 'admin', guards: admin },
  { path: '/admin/search', page: 'office/search', layout: 'none', guards: admin },
  { path: '/admin/content/preview', page: 'content/admin/preview', layout: 'none', guards: publisher },
  { path: '/admin/brands', page: 'shop/admin/brands/brands', layout: 'admin', guards: publishing },
  { path: '/admin/brands/categories', page: 'shop/admin/brands/categories', layout: 'admin', guards: publishing },
  { path: '/admin/brands/:id', page: 'shop/admin/brands/brand', layout: 'admin', guards: publishing },
  {
    path: '/admin/branding',
    page: 'messages/admin/branding/branding',
    layout: 'admin',
    guards: publishing,
  },
  { path: '/admin/news', page: 'content/admin/news', layout: 'admin', guards: publishing },
  { path: '/admin/news/:id', page: 'content/admin/news-item', layout: 'admin', guards: publishing },
  { path: '/admin/news/:id/versions', page: 'content/admin/versions/news', layout: 'admin', guards: publishing },
  { path: '/admin/notices', page: 'content/admin/notices', layout: 'admin', guards: publishing },
  { path: '/admin/notices/:id', page: 'content/admin/notice', layout: 'admin', guards: publishing },
  { path: '/admin/notices/:id/versions', page: 'content/admin/versions/notices', layout: 'admin', guards: publishing },
  { path: '/admin/faq', page: 'content/admin/faqs', layout: 'admin', guards: publishing },
  { path: '/admin/faq/:id', page: 'content/admin/faq', layout: 'admin', guards: publishing },
  { path: '/admin/faq/:id/versions', page: 'content/admin/versions/faqs', layout: 'admin', guards: publishing },
  { path: '/admin/legal', page: 'content/admin/legal-texts', layout: 'admin', guards: publishing },
  { path: '/admin/legal/:id', page: 'content/admin/legal-text', layout: 'admin', guards: publishing },
  { path: '/admin/legal/:id/versions', page: 'content/admin/versions/legal', layout: 'admin', guards: publishing },
  { path: '/admin/payments', page: 'coins/admin/payments/payments', layout: 'admin', guards: operator },
  { path: '/admin/payments/all', page: 'coins/admin/payments/all', layout: 'admin', guards: operator },
  { path: '/admin/payments/all/csv', page: 'coins/admin/payments/all-csv', layout: 'none', guards: operator },
  { path: '/admin/payments/:id', page: 'coins/admin/payments/payment', layout: 'admin', guards: operator },
  { path: '/admin/top-up-returns', page: 'coins/admin/top-up-returns/returns', layout: 'admin', guards: payouts },
  {
    path: '/admin/top-up-returns/csv',
    page: 'coins/admin/top-up-returns/returns-csv',
    layout: 'none',
    guards: payouts,
  },
  { path: '/admin/top-up-returns/:id', page: 'coins/admin/top-up-returns/return', layout: 'admin', guards: payouts },
  { path: '/admin/approvals', page: 'oversight/admin/approvals/approvals', layout: 'admin', guards: admin },
  { path: '/admin/tickets', page: 'desk/admin/tickets/tickets', layout: 'admin', guards: desk },
  { path: '/admin/tickets/categories', page: 'desk/admin/tickets/categories', layout: 'admin', guards: desk },
  { path: '/admin/tickets/answers', page: 'desk/admin/tickets/answers', layout: 'admin', guards: desk },
  { path: '/admin/tickets/report', page: 'office/desk-report', layout: 'admin', guards: desk },
  { path: '/admin/tickets/settings', page: 'desk/admin/tickets/settings', layout: 'admin', guards: desk },
  { path: '/admin/tickets/:id/presence', page: 'desk/admin/tickets/ticket-presence', layout: 'none', guards: desk },
  { path: '/admin/tickets/:id', page: 'desk/admin/tickets/ticket', layout: 'admin', guards: desk },
  { path: '/admin/programmes', page: 'supply/admin/programmes/programmes', layout: 'admin', guards: programmes },
  { path: '/admin/programmes/new', page: 'supply/admin/programmes/new-programme', layout: 'admin', guards: importer },
  {
    path: '/admin/programmes/drafts/:id/check',
    page: 'supply/admin/programmes/check-draft',
    layout: 'admin',
    guards: importer,
  },
  {
    path: '/admin/programmes/drafts/:id/:step',
    page: 'supply/admin/programmes/draft',
    layout: 'admin',
    guards: importer,
  },
  { path: '/admin/programmes/:id', page: 'supply/admin/programmes/programme', layout: 'admin', guards: programmes },
  {
    path: '/admin/programmes/:id/edit',
    page: 'supply/admin/programmes/edit-programme',
    layout: 'admin',
    guards: importer,
  },
  { path: '/admin/orders', page: 'shop/admin/orders/orders', layout: 'admin', guards: orders },
  { path: '/admin/orders/:id', page: 'shop/admin/orders/order', layout: 'admin', guards: orders },
  { path: '/admin/claims', page: 'desk/admin/claims/claims', layout: 'admin', guards: operator },
  { path: '/admin/claims/:id', page: 'desk/admin/claims/claim', layout: 'admin', guards: operator },
  {
    path: '/admin/alerts/receivers',
    page: 'oversight/admin/alerts/receivers',
    layout: 'admin',
    guards: [...admin, 'role:approver,auditor'],
  },
  { path: '/admin/alerts', page: 'oversight/admin/alerts/alerts', layout: 'admin', guards: alerts },
  { path: '/admin/operations', page: 'office/operations/maintenance', layout: 'admin', guards: operator },
  { path: '/admin/operations/jobs', page: 'office/operations/jobs', layout: 'admin', guards: operator },
  { path: '/admin/operations/checks', page: 'office/operations/checks', layout: 'admin', guards: operator },
  { path: '/admin/operations/backups', page: 'office/operations/backups', layout: 'admin', guards: operator },
  { path: '/admin/operations/settings', page: 'office/operations/settings', layout: 'admin', guards: operator },
  { path: '/admin/operations/retention', page: 'office/operations/retention', layout: 'admin', guards: operator },
  { path: '/admin/operations/processing', page: 'office/operations/processing', layout: 'admin', guards: operator },
  { path: '/admin/operations/redact', page: 'office/operations/redact', layout: 'admin', guards: operator },
  { path: '/admin/operations/affected', page: 'office/operations/affected', layout: 'admin', guards: operator },
  { path: '/admin/operations/affected/csv', page: 'office/operations/affected-csv', layout: 'none', guards: operator },
  { path: '/admin/staff', page: 'customers/admin/staff/staff', layout: 'admin', guards: auditor },
  { path: '/admin/staff/:id', page: 'customers/admin/staff/member', layout: 'admin', guards: auditor },
  { path: '/admin/tier-requests', page: 'customers/admin/users/tier-requests', layout: 'admin', guards: operator },
  { path: '/admin/users', page: 'customers/admin/users/users', layout: 'admin', guards: operator },
  { path: '/admin/users/:id', page: 'customers/admin/users/user', layout: 'admin', guards: operator },
  {
    path: '/admin/unclaimed-deposits/:id',
    page: 'coins/admin/payments/unclaimed-deposit',
    layout: 'admin',
    guards: operator,
  },
  { path: '/admin/rate-jumps/:id', page: 'coins/admin/chains/rate-jump', layout: 'admin', guards: chains },
  { path: '/admin/audit', page: 'oversight/admin/audit/audit', layout: 'admin', guards: auditor },
  { path: '/admin/audit/csv', page: 'oversight/admin/audit/audit-csv', layout: 'none', guards: auditor },
  { path: '/admin/audit/:id', page: 'oversight/admin/audit/entry', layout: 'admin', guards: auditor },
  { path: '/admin/ledger', page: 'office/books/ledger', layout: 'admin', guards: books },
  { path: '/admin/ledger/accounts', page: 'office/books/accounts', layout: 'admin', guards: books },
  { path: '/admin/ledger/accounts/:id', page: 'office/books/account', layout: 'admin', guards: books },
  { path: '/admin/ledger/transfers', page: 'office/books/transfers', layout: 'admin', guards: books },
  { path: '/admin/ledger/transfers/:id', page: 'office/books/transfer', layout: 'admin', guards: books },
  { path: '/admin/ledger/reconciliation', page: 'office/books/reconciliation', layout: 'admin', guards: books },
  { path: '/admin/ledger/outflows', page: 'office/outflows/outflows', layout: 'admin', guards: books },
  { path: '/admin/ledger/outflows/csv', page: 'office/outflows/outflows-csv', layout: 'none', guards: books },
  { path: '/admin/ledger/outflows/earlier', page: 'office/outflows/earlier', layout: 'admin', guards: books },
  { path: '/admin/ledger/outflows/:id', page: 'office/outflows/outflow', layout: 'admin', guards: books },
  { path: '/admin/ledger/cold-wallets', page: 'office/cold-wallets/wallets', layout: 'admin', guards: books },
  { path: '/admin/ledger/cold-wallets/:id', page: 'office/cold-wallets/wallet', layout: 'admin', guards: books },
  { path: '/admin/ledger/dormant', page: 'office/dormant-balances/dormant', layout: 'admin', guards: books },
  { path: '/admin/ledger/dormant/csv', page: 'office/dormant-balances/dormant-csv', layout: 'none', guards: books },
  { path: '/admin/ledger/tax', page: 'office/books/tax', layout: 'admin', guards: books },
  { path: '/admin/ledger/tax/csv', page: 'office/books/tax-csv', layout: 'none', guards: books },
  { path: '/admin/ledger/vat-rates', page: 'office/tax/vat-rates', layout: 'admin', guards: books },
  { path: '/admin/ledger/operator', page: 'office/tax/operator', layout: 'admin', guards: books },
  { path: '/admin/ledger/invoices', page: 'office/tax/invoices', layout: 'admin', guards: books },
  { path: '/admin/ledger/oss', page: 'office/tax/oss', layout: 'admin', guards: books },
  { path: '/admin/ledger/oss/csv', page: 'office/tax/oss-csv', layout: 'none', guards: books },
  { path: '/admin/ledger/cost-basis', page: 'office/cost-basis/cost-basis', layout: 'admin', guards: books },
  {
    path: '/admin/ledger/cost-basis/:file',
    page: 'office/cost-basis/cost-basis-csv',
    layout: 'none',
    guards: books,
  },
  { path: '/admin/ledger/chart', page: 'office/periods/chart', layout: 'admin', guards: books },
  { path: '/admin/ledger/months', page: 'office/periods/months', layout: 'admin', guards: books },
  { path: '/admin/ledger/months/:id', page: 'office/periods/month', layout: 'admin', guards: books },
  { path: '/admin/ledger/months/:id/:file', page: 'office/periods/month-file', layout: 'none', guards: books },
  { path: '/admin/ledger/years/:year/gobd', page: 'office/gobd/gobd-zip', layout: 'none', guards: books },
  { path: '/admin/ledger/trial-balance', page: 'office/periods/trial-balance', layout: 'admin', guards: books },
  { path: '/admin/ledger/trial-balance/csv', page: 'office/periods/trial-balance-csv', layout: 'none', guards: books },
  { path: '/admin/chains', page: 'coins/admin/chains/chains', layout: 'admin', guards: chains },
  { path: '*', page: 'system/not-found', layout: 'default', guards: [] },
];

/** Only staff and sellers open these. */
export const isOffice = ({ guards }: Screen): boolean => guards.some((guard) => /^admin\b/.test(guard));

function entry({ path, page }: Screen): RouteConfigEntry {
  const file = `pages/${page}.tsx`;
  return path === '/' ? { id: page, file, index: true } : { id: page, file, path: path.replace(/^\//, '') };
}

const entriesOf = (layout: Screen['layout']) => screens.filter((screen) => screen.layout === layout).map(entry);

const layoutOf = (layout: Screen['layout'], inside: RouteConfigEntry[] = []): RouteConfigEntry => ({
  id: `layout-${layout}`,
  file: `layouts/${layout}.tsx`,
  children: [...entriesOf(layout), ...inside],
});

export default [
  layoutOf('default', [layoutOf('admin'), layoutOf('account')]),
  layoutOf('minimal'),
  layoutOf('simple'),
  ...entriesOf('none'),
] satisfies RouteConfig;
