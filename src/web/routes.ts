import type { RouteConfig, RouteConfigEntry } from '@react-router/dev/routes';
import type { Guard } from '#contracts/call.ts';

export interface Screen {
  path: string;
  /** File in pages/, and the id of the route. */
  page: string;
  /** `admin` and `account` stand inside `default`; `none` only takes forms and has no code in the browser. */
  layout: 'default' | 'admin' | 'account' | 'minimal' | 'simple' | 'none';
  guards: readonly Guard[];
}

const shop: readonly Guard[] = ['auth', 'active'];
const admin: readonly Guard[] = ['auth', 'admin'];

/** Every screen that exists: the router, the guards and the navigation read this table. */
export const screens: readonly Screen[] = [
  { path: '/login', page: 'login', layout: 'minimal', guards: ['guest'] },
  { path: '/register', page: 'register', layout: 'minimal', guards: ['guest'] },
  { path: '/verify-email', page: 'verify-email', layout: 'minimal', guards: [] },
  { path: '/forgot', page: 'forgot', layout: 'minimal', guards: [] },
  { path: '/reset', page: 'reset', layout: 'minimal', guards: [] },
  { path: '/email-change', page: 'email-change', layout: 'minimal', guards: [] },
  { path: '/email-change/stop', page: 'email-change-stop', layout: 'minimal', guards: [] },
  { path: '/passkey', page: 'passkey', layout: 'simple', guards: [] },
  { path: '/maintenance', page: 'maintenance', layout: 'simple', guards: [] },
  { path: '/domains', page: 'domains', layout: 'simple', guards: [] },
  { path: '/403', page: 'forbidden', layout: 'simple', guards: [] },
  { path: '/demo/mails', page: 'demo-mails', layout: 'simple', guards: [] },
  { path: '/language', page: 'language', layout: 'none', guards: [] },
  { path: '/notice/latest', page: 'notice-latest', layout: 'simple', guards: ['auth'] },
  { path: '/notice/userseen', page: 'notice-userseen', layout: 'simple', guards: ['auth'] },
  { path: '/logout', page: 'logout', layout: 'none', guards: [] },
  { path: '/activation', page: 'activation', layout: 'default', guards: ['auth'] },
  { path: '/', page: 'home', layout: 'default', guards: shop },
  { path: '/news', page: 'news', layout: 'default', guards: ['auth'] },
  { path: '/news/:id', page: 'news-item', layout: 'default', guards: ['auth'] },
  { path: '/news/read', page: 'news-read', layout: 'simple', guards: ['auth'] },
  { path: '/cards', page: 'cards', layout: 'default', guards: shop },
  { path: '/cart', page: 'cart', layout: 'default', guards: shop },
  { path: '/faq', page: 'faq', layout: 'default', guards: ['auth'] },
  { path: '/bininfo', page: 'bininfo', layout: 'default', guards: shop },
  { path: '/billing', page: 'billing', layout: 'default', guards: ['auth'] },
  { path: '/billing/history', page: 'billing-history', layout: 'default', guards: ['auth'] },
  { path: '/billing/history/csv', page: 'billing-csv', layout: 'simple', guards: ['auth'] },
  { path: '/billing/statements', page: 'statements', layout: 'default', guards: ['auth'] },
  { path: '/billing/statements/:month', page: 'statement', layout: 'default', guards: ['auth'] },
  { path: '/billing/statements/:month/csv', page: 'statement-csv', layout: 'simple', guards: ['auth'] },
  { path: '/billing/:id', page: 'payment', layout: 'default', guards: ['auth'] },
  { path: '/billing/:id/receipt', page: 'receipt', layout: 'default', guards: ['auth'] },
  { path: '/orders', page: 'orders', layout: 'default', guards: shop },
  { path: '/orders/:id', page: 'order', layout: 'default', guards: shop },
  { path: '/notifications', page: 'notifications', layout: 'default', guards: ['auth'] },
  { path: '/user', page: 'user', layout: 'default', guards: ['auth'] },
  { path: '/user/profile', page: 'profile', layout: 'account', guards: ['auth'] },
  { path: '/user/email', page: 'email', layout: 'account', guards: ['auth'] },
  { path: '/user/password', page: 'password', layout: 'account', guards: ['auth'] },
  { path: '/user/security', page: 'security', layout: 'account', guards: ['auth'] },
  { path: '/user/sessions', page: 'sessions', layout: 'account', guards: ['auth'] },
  { path: '/user/data', page: 'data', layout: 'account', guards: ['auth'] },
  { path: '/user/export', page: 'export', layout: 'account', guards: ['auth'] },
  { path: '/user/confirm', page: 'confirm', layout: 'account', guards: ['auth'] },
  { path: '/admin', page: 'admin', layout: 'admin', guards: admin },
  { path: '/admin/news', page: 'admin-news', layout: 'admin', guards: admin },
  { path: '/admin/news/:id', page: 'admin-news-item', layout: 'admin', guards: admin },
  { path: '/admin/notices', page: 'admin-notices', layout: 'admin', guards: admin },
  { path: '/admin/notices/:id', page: 'admin-notice', layout: 'admin', guards: admin },
  { path: '/admin/faq', page: 'admin-faqs', layout: 'admin', guards: admin },
  { path: '/admin/faq/:id', page: 'admin-faq', layout: 'admin', guards: admin },
  { path: '/admin/payments', page: 'admin-payments', layout: 'admin', guards: admin },
  { path: '/admin/payments/:id', page: 'admin-payment', layout: 'admin', guards: admin },
  { path: '/admin/alerts', page: 'admin-alerts', layout: 'admin', guards: admin },
  { path: '/admin/users/:id', page: 'admin-user', layout: 'admin', guards: admin },
  { path: '/admin/suspense/:id', page: 'admin-suspense', layout: 'admin', guards: admin },
  { path: '/admin/chains', page: 'admin-chains', layout: 'admin', guards: admin },
  { path: '*', page: 'not-found', layout: 'simple', guards: [] },
];

export const hasScreen = (path: string) => screens.some((screen) => screen.path === path);

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
