/** The pages that mails, notifications and alerts link to; a test finds each of them in src/web/routes.ts. */
export const LINKED_PAGES = [
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
  '/billing/:id',
  '/user/profile',
  '/user/security',
  '/user/sessions',
  '/reseller/import/:id',
  '/admin/alerts',
  '/admin/approvals',
  '/admin/chains',
  '/admin/payments/:id',
  '/admin/programmes/:id',
  '/admin/rate-jumps/:id',
  '/admin/staff/:id',
  '/admin/unclaimed-deposits/:id',
  '/reseller/base/:id',
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
