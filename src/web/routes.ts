import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import type { Guard } from '#contracts/call.ts';

export interface Screen {
  path: string;
  /** File in pages/, and the id of the route. */
  page: string;
  /** `admin` and `account` are nested in `default`; `none` is no page: it answers forms and scripts, and has no code in the browser. */
  layout: 'default' | 'admin' | 'account' | 'minimal' | 'simple' | 'none';
  guards: readonly Guard[];
}

const shop: readonly Guard[] = ['auth', 'active'];
const goods: readonly Guard[] = ['catalogue'];
const admin: readonly Guard[] = ['auth', 'admin'];
const publisher: readonly Guard[] = [...admin, 'role:publisher'];
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
  { path: '/login', page: 'auth/login', layout: 'minimal', guards: ['guest'] },
  { path: '/register', page: 'auth/register', layout: 'minimal', guards: ['guest'] },
  { path: '/verify-email', page: 'auth/verify-email', layout: 'minimal', guards: [] },
  { path: '/forgot', page: 'auth/forgot', layout: 'minimal', guards: [] },
  { path: '/reset', page: 'auth/reset', layout: 'minimal', guards: [] },
  { path: '/email-change', page: 'auth/email-change', layout: 'minimal', guards: [] },
  { path: '/email-change/stop', page: 'auth/email-change-stop', layout: 'minimal', guards: [] },
  { path: '/gift', page: 'gifts/open', layout: 'minimal', guards: [] },
  { path: '/unsubscribe', page: 'account/unsubscribe', layout: 'minimal', guards: [] },
  { path: '/passkey', page: 'auth/passkey', layout: 'none', guards: [] },
  { path: '/maintenance', page: 'system/maintenance', layout: 'simple', guards: [] },
  { path: '/domains', page: 'system/domains', layout: 'simple', guards: [] },
  { path: '/403', page: 'system/forbidden', layout: 'simple', guards: [] },
  { path: '/import-guard', page: 'system/import-guard', layout: 'simple', guards: [] },
  { path: '/terms', page: 'system/terms', layout: 'simple', guards: [] },
  { path: '/terms/:id', page: 'system/terms-version', layout: 'simple', guards: [] },
  { path: '/privacy', page: 'system/privacy', layout: 'simple', guards: [] },
  { path: '/imprint', page: 'system/imprint', layout: 'simple', guards: [] },
  { path: '/accessibility', page: 'system/accessibility', layout: 'simple', guards: [] },
  { path: '/demo/mails', page: 'demo/mails', layout: 'simple', guards: [] },
  { path: '/language', page: 'system/language', layout: 'none', guards: [] },
  { path: '/theme', page: 'system/theme', layout: 'none', guards: [] },
  { path: '/notice/latest', page: 'news/notice-latest', layout: 'none', guards: ['auth'] },
  { path: '/notice/userseen', page: 'news/notice-userseen', layout: 'none', guards: ['auth'] },
  { path: '/logout', page: 'auth/logout', layout: 'none', guards: [] },
  { path: '/activation', page: 'billing/activation', layout: 'default', guards: ['auth'] },
  { path: '/', page: 'shop/home', layout: 'default', guards: shop },
  { path: '/news', page: 'news/news', layout: 'default', guards: ['auth'] },
  { path: '/news/:id', page: 'news/news-item', layout: 'default', guards: ['auth'] },
  { path: '/news/read', page: 'news/news-read', layout: 'none', guards: ['auth'] },
  { path: '/cards', page: 'shop/cards', layout: 'default', guards: goods },
  { path: '/cards/suggest', page: 'shop/suggest', layout: 'none', guards: goods },
  { path: '/brands/:slug', page: 'shop/brand', layout: 'default', guards: goods },
  { path: '/cart', page: 'shop/cart', layout: 'default', guards: shop },
  { path: '/support', page: 'support/tickets', layout: 'default', guards: ['auth'] },
  { path: '/support/report', page: 'support/report', layout: 'minimal', guards: [] },
  { path: '/support/guest', page: 'support/guest', layout: 'minimal', guards: [] },
  { path: '/support/guest/ticket', page: 'support/guest-ticket', layout: 'simple', guards: [] },
  { path: '/support/:id', page: 'support/ticket', layout: 'default', guards: ['auth'] },
  { path: '/support/:id/read', page: 'support/ticket-read', layout: 'none', guards: ['auth'] },
  { path: '/preorder', page: 'shop/preorder', layout: 'default', guards: shop },
  { path: '/faq', page: 'support/faq', layout: 'default', guards: ['auth'] },
  { path: '/bininfo', page: 'shop/bininfo', layout: 'default', guards: shop },
  { path: '/limits', page: 'billing/limits', layout: 'default', guards: ['auth'] },
  { path: '/billing', page: 'billing/billing', layout: 'default', guards: ['auth'] },
  { path: '/billing/history', page: 'billing/history', layout: 'default', guards: ['auth'] },
  { path: '/billing/history/csv', page: 'billing/history-csv', layout: 'simple', guards: ['auth'] },
  { path: '/billing/statements', page: 'billing/statements', layout: 'default', guards: ['auth'] },
  { path: '/billing/statements/:month', page: 'billing/statement', layout: 'default', guards: ['auth'] },
  { path: '/billing/statements/:month/csv', page: 'billing/statement-csv', layout: 'simple', guards: ['auth'] },
  { path: '/billing/:id', page: 'billing/payment', layout: 'default', guards: ['auth'] },
  { path: '/billing/:id/receipt', page: 'billing/receipt', layout: 'default', guards: ['auth'] },
  { path: '/orders', page: 'orders/orders', layout: 'default', guards: shop },
  { path: '/orders/cards', page: 'orders/cards', layout: 'default', guards: shop },
  { path: '/orders/cards/csv', page: 'orders/cards-csv', layout: 'simple', guards: shop },
  { path: '/orders/:id/receipt', page: 'orders/receipt', layout: 'default', guards: shop },
  { path: '/orders/:id', page: 'orders/order', layout: 'default', guards: shop },
  { path: '/orders/:id/withdraw/:card_id', page: 'orders/withdraw-card', layout: 'default', guards: shop },
  { path: '/withdraw', page: 'orders/withdraw', layout: 'default', guards: shop },
  { path: '/withdraw/:id', page: 'orders/withdrawn', layout: 'default', guards: shop },
  { path: '/orders/:id/gifts', page: 'gifts/gifts', layout: 'default', guards: shop },
  { path: '/gifts/:id', page: 'gifts/gift', layout: 'default', guards: shop },
  { path: '/notifications', page: 'account/notifications', layout: 'default', guards: ['auth'] },
  { path: '/user', page: 'account/user', layout: 'default', guards: ['auth'] },
  { path: '/user/profile', page: 'account/profile', layout: 'account', guards: ['auth'] },
  { path: '/user/email', page: 'account/email', layout: 'account', guards: ['auth'] },
  { path: '/user/password', page: 'account/password', layout: 'account', guards: ['auth'] },
  { path: '/user/security', page: 'account/security', layout: 'account', guards: ['auth'] },
  { path: '/user/sessions', page: 'account/sessions', layout: 'account', guards: ['auth'] },
  { path: '/user/notifications', page: 'account/notification-settings', layout: 'account', guards: ['auth'] },
  { path: '/user/data', page: 'account/data', layout: 'account', guards: ['auth'] },
  { path: '/user/closing', page: 'account/closing', layout: 'account', guards: ['auth'] },
  { path: '/user/export', page: 'account/export', layout: 'account', guards: ['auth'] },
  { path: '/user/confirm', page: 'account/confirm', layout: 'account', guards: ['auth'] },
  { path: '/reseller', page: 'reseller/dashboard', layout: 'default', guards: ownStock },
  { path: '/reseller/csv', page: 'reseller/batches-csv', layout: 'simple', guards: ownStock },
  { path: '/reseller/new', page: 'reseller/new', layout: 'default', guards: [...admin, 'role:importer'] },
  { path: '/reseller/base/:id', page: 'reseller/base', layout: 'default', guards: ownStock },
  { path: '/reseller/sellers', page: 'reseller/sellers', layout: 'default', guards: stock },
  { path: '/reseller/sellers/csv', page: 'reseller/sellers-csv', layout: 'none', guards: payouts },
  { path: '/reseller/sellers/:id', page: 'reseller/seller', layout: 'default', guards: ownStock },
  { path: '/reseller/sellers/:id/payouts', page: 'reseller/seller-payouts', layout: 'default', guards: ownPayouts },
  { path: '/reseller/sellers/:id/:period/csv', page: 'reseller/statement-csv', layout: 'simple', guards: ownPayouts },
  { path: '/reseller/payouts', page: 'reseller/payouts', layout: 'default', guards: payouts },
  { path: '/reseller/payouts/csv', page: 'reseller/payouts-csv', layout: 'none', guards: payouts },
  { path: '/reseller/preorders', page: 'reseller/preorders', layout: 'default', guards: programmes },
  { path: '/reseller/preorders/:id', page: 'reseller/waiting', layout: 'default', guards: operator },
  { path: '/reseller/import/:id', page: 'reseller/import', layout: 'default', guards: stock },
  { path: '/reseller/import/:id/template', page: 'reseller/template', layout: 'simple', guards: stock },
  { path: '/reseller/import/:id/errors', page: 'reseller/errors', layout: 'simple', guards: stock },
  { path: '/admin', page: 'admin/overview', layout: 'admin', guards: admin },
  { path: '/admin/search', page: 'admin/search', layout: 'none', guards: admin },
  { path: '/admin/content/preview', page: 'admin/content/preview', layout: 'none', guards: publisher },
  { path: '/admin/brands', page: 'admin/brands/brands', layout: 'admin', guards: publisher },
  { path: '/admin/brands/categories', page: 'admin/brands/categories', layout: 'admin', guards: publisher },
  { path: '/admin/brands/:id', page: 'admin/brands/brand', layout: 'admin', guards: publisher },
  {
    path: '/admin/branding',
    page: 'admin/branding/branding',
    layout: 'admin',
    guards: [...admin, 'role:publisher,auditor'],
  },
  { path: '/admin/news', page: 'admin/content/news', layout: 'admin', guards: publisher },
  { path: '/admin/news/:id', page: 'admin/content/news-item', layout: 'admin', guards: publisher },
  { path: '/admin/news/:id/versions', page: 'admin/content/versions/news', layout: 'admin', guards: publisher },
  { path: '/admin/notices', page: 'admin/content/notices', layout: 'admin', guards: publisher },
  { path: '/admin/notices/:id', page: 'admin/content/notice', layout: 'admin', guards: publisher },
  { path: '/admin/notices/:id/versions', page: 'admin/content/versions/notices', layout: 'admin', guards: publisher },
  { path: '/admin/faq', page: 'admin/content/faqs', layout: 'admin', guards: publisher },
  { path: '/admin/faq/:id', page: 'admin/content/faq', layout: 'admin', guards: publisher },
  { path: '/admin/faq/:id/versions', page: 'admin/content/versions/faqs', layout: 'admin', guards: publisher },
  { path: '/admin/legal', page: 'admin/content/legal-texts', layout: 'admin', guards: publisher },
  { path: '/admin/legal/:id', page: 'admin/content/legal-text', layout: 'admin', guards: publisher },
  { path: '/admin/legal/:id/versions', page: 'admin/content/versions/legal', layout: 'admin', guards: publisher },
  { path: '/admin/payments', page: 'admin/payments/payments', layout: 'admin', guards: operator },
  { path: '/admin/payments/all', page: 'admin/payments/all', layout: 'admin', guards: operator },
  { path: '/admin/payments/all/csv', page: 'admin/payments/all-csv', layout: 'none', guards: operator },
  { path: '/admin/payments/:id', page: 'admin/payments/payment', layout: 'admin', guards: operator },
  { path: '/admin/top-up-returns', page: 'admin/returns/returns', layout: 'admin', guards: payouts },
  { path: '/admin/top-up-returns/csv', page: 'admin/returns/returns-csv', layout: 'none', guards: payouts },
  { path: '/admin/top-up-returns/:id', page: 'admin/returns/return', layout: 'admin', guards: payouts },
  { path: '/admin/approvals', page: 'admin/approvals/approvals', layout: 'admin', guards: admin },
  { path: '/admin/tickets', page: 'admin/support/tickets', layout: 'admin', guards: desk },
  { path: '/admin/tickets/categories', page: 'admin/support/categories', layout: 'admin', guards: desk },
  { path: '/admin/tickets/answers', page: 'admin/support/answers', layout: 'admin', guards: desk },
  { path: '/admin/tickets/report', page: 'admin/support/report', layout: 'admin', guards: desk },
  { path: '/admin/tickets/settings', page: 'admin/support/settings', layout: 'admin', guards: desk },
  { path: '/admin/tickets/:id/presence', page: 'admin/support/ticket-presence', layout: 'none', guards: desk },
  { path: '/admin/tickets/:id', page: 'admin/support/ticket', layout: 'admin', guards: desk },
  { path: '/admin/programmes', page: 'admin/programmes/programmes', layout: 'admin', guards: programmes },
  { path: '/admin/programmes/new', page: 'admin/programmes/new-programme', layout: 'admin', guards: importer },
  { path: '/admin/programmes/:id', page: 'admin/programmes/programme', layout: 'admin', guards: programmes },
  { path: '/admin/programmes/:id/edit', page: 'admin/programmes/edit-programme', layout: 'admin', guards: importer },
  { path: '/admin/orders', page: 'admin/orders/orders', layout: 'admin', guards: orders },
  { path: '/admin/orders/:id', page: 'admin/orders/order', layout: 'admin', guards: orders },
  { path: '/admin/claims', page: 'admin/claims/claims', layout: 'admin', guards: operator },
  { path: '/admin/claims/:id', page: 'admin/claims/claim', layout: 'admin', guards: operator },
  { path: '/admin/alerts', page: 'admin/alerts/alerts', layout: 'admin', guards: alerts },
  { path: '/admin/operations', page: 'admin/operations/maintenance', layout: 'admin', guards: operator },
  { path: '/admin/operations/jobs', page: 'admin/operations/jobs', layout: 'admin', guards: operator },
  { path: '/admin/operations/settings', page: 'admin/operations/settings', layout: 'admin', guards: operator },
  { path: '/admin/operations/retention', page: 'admin/operations/retention', layout: 'admin', guards: operator },
  { path: '/admin/operations/processing', page: 'admin/operations/processing', layout: 'admin', guards: operator },
  { path: '/admin/operations/redact', page: 'admin/operations/redact', layout: 'admin', guards: operator },
  { path: '/admin/operations/affected', page: 'admin/operations/affected', layout: 'admin', guards: operator },
  { path: '/admin/operations/affected/csv', page: 'admin/operations/affected-csv', layout: 'none', guards: operator },
  { path: '/admin/staff', page: 'admin/staff/staff', layout: 'admin', guards: auditor },
  { path: '/admin/staff/:id', page: 'admin/staff/member', layout: 'admin', guards: auditor },
  { path: '/admin/tier-requests', page: 'admin/users/tier-requests', layout: 'admin', guards: operator },
  { path: '/admin/users', page: 'admin/users/users', layout: 'admin', guards: operator },
  { path: '/admin/users/:id', page: 'admin/users/user', layout: 'admin', guards: operator },
  {
    path: '/admin/unclaimed-deposits/:id',
    page: 'admin/payments/unclaimed-deposit',
    layout: 'admin',
    guards: operator,
  },
  { path: '/admin/rate-jumps/:id', page: 'admin/chains/rate-jump', layout: 'admin', guards: chains },
  { path: '/admin/audit', page: 'admin/audit/audit', layout: 'admin', guards: auditor },
  { path: '/admin/audit/csv', page: 'admin/audit/audit-csv', layout: 'none', guards: auditor },
  { path: '/admin/audit/:id', page: 'admin/audit/entry', layout: 'admin', guards: auditor },
  { path: '/admin/ledger', page: 'admin/ledger/ledger', layout: 'admin', guards: books },
  { path: '/admin/ledger/accounts', page: 'admin/ledger/accounts', layout: 'admin', guards: books },
  { path: '/admin/ledger/accounts/:id', page: 'admin/ledger/account', layout: 'admin', guards: books },
  { path: '/admin/ledger/transfers', page: 'admin/ledger/transfers', layout: 'admin', guards: books },
  { path: '/admin/ledger/transfers/:id', page: 'admin/ledger/transfer', layout: 'admin', guards: books },
  { path: '/admin/ledger/reconciliation', page: 'admin/ledger/reconciliation', layout: 'admin', guards: books },
  { path: '/admin/ledger/tax', page: 'admin/ledger/tax', layout: 'admin', guards: books },
  { path: '/admin/ledger/tax/csv', page: 'admin/ledger/tax-csv', layout: 'none', guards: books },
  { path: '/admin/chains', page: 'admin/chains/chains', layout: 'admin', guards: chains },
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
