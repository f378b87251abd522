import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import type { Guard } from '#contracts/call.ts';
import { officeScreens } from './office-screens.ts';
import type { Screen } from './screen.ts';

const shop: readonly Guard[] = ['auth', 'active'];
const goods: readonly Guard[] = ['catalogue'];
/** Where the catalogue is public, an account fills its cart before it is active. */
const filling: readonly Guard[] = ['auth', 'catalogue'];

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
  { path: '/search', page: 'system/search', layout: 'none', guards: ['auth'] },
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
  ...officeScreens,
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
