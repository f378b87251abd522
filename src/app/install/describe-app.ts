import type { Logo, ShopBranding } from '#contracts/messages/branding.ts';
import { logoPath } from '#contracts/messages/logo-files.ts';
import { pagePath } from '#contracts/page-path.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { paper } from '#web/styles/paper.ts';

const shortcuts: { label: MessageKey; path: string }[] = [
  { label: 'nav.shop', path: pagePath('/cards') },
  { label: 'nav.cart', path: pagePath('/cart') },
  { label: 'nav.orders', path: pagePath('/orders') },
  { label: 'nav.funds', path: pagePath('/billing') },
];

const icons = [
  { file: 'icon-192', ours: '/icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512', ours: '/icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'maskable-512', ours: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

const iconsOf = (logo: Logo | null) =>
  icons.map(({ file, ours, ...icon }) => ({ src: logo ? logoPath(logo, file) : ours, ...icon, type: 'image/png' }));

/** What a device that installs the shop as an app reads about it (W3C Web Application Manifest). */
export const describeApp = (locale: string, { name: shop, logo }: Pick<ShopBranding, 'name' | 'logo'>) => ({
  id: '/',
  name: shop,
  short_name: shop,
  description: translate(locale, message('shell.description', { shop })),
  lang: locale,
  start_url: pagePath('/'),
  scope: '/',
  display: 'standalone',
  background_color: paper.light,
  theme_color: paper.light,
  categories: ['shopping'],
  icons: iconsOf(logo),
  shortcuts: shortcuts.map(({ label, path }) => ({ name: translate(locale, message(label)), url: path })),
});
