import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.`);

/** What every first page needs of src/web. */
const everywhere = 'ui';

/** Each of these has a built file of its own, or is part of its page: the bundler decides. */
const undecided = 'undecided';

/**
 * Files of src/web by the built file that they share, as beginnings of paths: the longest that fits decides. Parts that
 * many pages do without are no part of the file that every first page loads.
 */
const shared: Record<string, readonly string[]> = {
  [everywhere]: [''],
  menu: [
    ...within('ui/navigation', 'navbar', 'bottom-bar', 'menu', 'nav-entries', 'cart-badge', 'balance-note'),
    ...within('ui/palette', 'palette-button', 'load-parts'),
  ],
  cards: ['ui/card/'],
  tiles: ['ui/brand/', 'pages/shop/buying/hurdles/', ...within('i18n', 'parse-dollars')],
  funds: ['pages/coins/billing/add-funds/'],
  lists: [
    'pages/coins/billing/payments/',
    ...within('pages/shop/orders', 'order-sections'),
    ...within('ui/data', 'facts', 'limit-bar', 'order-rows'),
    ...within('ui/navigation', 'sections'),
    ...within('ui/card', 'funds-terms', 'scam-warning'),
  ],
  sign_in: [
    ...within('ui/controls', 'password-field', 'passkey-button', 'token-form', 'missing-token'),
    ...within('forms', 'passkey-ceremonies', 'use-passkey-autofill'),
  ],
  tickets: ['ui/ticket/'],
  office: [
    'layouts/admin/',
    'ui/data/',
    ...within('ui/controls', 'category-fields', 'decision-form', 'shortcut-help', 'use-shortcuts'),
    ...within('ui/navigation', 'query-switch'),
    ...within('styles/office', 'data', 'decision', 'desk'),
  ],
  [undecided]: [
    'pages/',
    'styles/',
    'ui/palette/',
    'ui/display/qr/',
    'ui/office/',
    ...within('forms', 'use-draft'),
    ...within('ui/controls', 'copy-button', 'copyable', 'print-button'),
    ...within('ui/data', 'chart'),
    ...within('ui/display', 'countdown', 'countdown-state', 'rich-text'),
    ...within('ui/navigation', 'pagination'),
  ],
};

const starts = Object.entries(shared).flatMap(([file, paths]) => paths.map((path) => ({ file, path })));
const longestFirst = starts.toSorted((a, b) => b.path.length - a.path.length);

const web = '/src/web/';
const fileOf = (id: string): string | undefined => {
  const at = id.lastIndexOf(web);
  return at < 0 ? undefined : longestFirst.find(({ path }) => id.startsWith(path, at + web.length))?.file;
};

/** The built files that pages share, each with a test for the modules in it. */
export function sharedFiles(): { name: string; test: (id: string) => boolean }[] {
  const names = readdirSync(fileURLToPath(new URL('../src/web', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  });
  const gone = starts.find(({ path }) => !names.some((name) => name.startsWith(path)));
  if (gone) throw new Error(`src/web/${gone.path} names no file any more: see tools/shared-files.ts`);
  const files = Object.keys(shared).filter((name) => name !== undecided);
  return files.map((name) => ({ name, test: (id) => fileOf(id) === name }));
}
