/** The pages that mails, notifications, alerts and the installed app link to; a test finds each of them in src/web/routes.ts. */
export const LINKED_PAGES = [
  '/',
  '/cart',
  '/billing',
  '/login',
  '/verify-email',
  '/forgot',
  '/reset',
  '/email-change',
  '/email-change/stop',
  '/domains',
  '/demo/mails',
  '/news',
  '/news/:id',
  '/cards',
  '/orders/cards',
  '/orders/:id',
  '/billing/:id',
  '/support',
  '/support/:id',
  '/support/guest/ticket',
  '/withdraw',
  '/withdraw/:id',
  '/orders',
  '/preorder',
  '/user/notifications',
  '/unsubscribe',
  '/gift',
  '/user/profile',
  '/user/security',
  '/user/sessions',
  '/reseller/import/:id',
  '/admin/alerts',
  '/admin/branding',
  '/admin/brands',
  '/admin/audit',
  '/admin/approvals',
  '/admin/chains',
  '/admin/claims/:id',
  '/admin/ledger/reconciliation',
  '/admin/operations/jobs',
  '/admin/orders/:id',
  '/admin/payments/:id',
  '/admin/programmes/:id',
  '/admin/rate-jumps/:id',
  '/admin/staff/:id',
  '/admin/tickets/:id',
  '/admin/unclaimed-deposits/:id',
  '/admin/users/:id',
  '/admin/tier-requests',
  '/limits',
  '/billing/statements',
  '/reseller/base/:id',
  '/reseller/preorders/:id',
  '/reseller/sellers',
  '/reseller/sellers/:id',
  '/reseller/sellers/:id/payouts',
] as const;

type LinkedPage = (typeof LINKED_PAGES)[number];
type PageOfRow = Extract<LinkedPage, `${string}/:id${string}`>;

/** The path of a page for a link made outside src/web, which uses the router's `href()`. */
export function pagePath(page: Exclude<LinkedPage, PageOfRow>): string;
export function pagePath(page: PageOfRow, params: { id: string }): string;
export function pagePath(page: LinkedPage, { id = '' } = {}): string {
  return page.replace(':id', encodeURIComponent(id));
}
