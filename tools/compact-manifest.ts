import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import { isOffice, screens } from '../src/web/routes.ts';
import { shopManifest } from '../src/web/server/shop-manifest.ts';

interface Part {
  module: string;
  imports: string[];
  css: string[];
}

type Route = Part & { id: string; parentId?: string; path?: string; index?: boolean } & Record<string, unknown>;

interface Manifest {
  url: string;
  entry: Part;
  routes: Record<string, Route>;
}

const START = 'window.__reactRouterManifest=';

/**
 * Rewrites the router's manifest, which every first page loads, so that each file name and flag stands in it once. The
 * browser restores the same object from a fifth of the text; with brotli 0.8 kB less. Beside it stands the manifest of the
 * shop alone: building a router of all screens, and matching a path against them, takes a phone a tenth of a second.
 */
export function compactManifest(dir: string): void {
  for (const name of readdirSync(dir).filter((file) => /^manifest-.*\.js$/.test(file))) {
    const path = join(dir, name);
    const manifest = JSON.parse(readFileSync(path, 'utf8').slice(START.length).replace(/;\s*$/, ''));
    writeFileSync(path, compact(manifest));
    writeFileSync(shopManifest(path), compact(withoutOffice(manifest)));
  }
}

function compact(manifest: Manifest): string {
  const text = `(${restore})(${JSON.stringify(tableOf(manifest))})`;
  // Through JSON, because objects of another context have other prototypes.
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(runInNewContext(text))), manifest))
    throw new Error("The router's manifest has another shape now: see tools/compact-manifest.ts");
  return `${START}${text};`;
}

/** The manifest with one route for each area of the office instead of its screens: see src/web/router/leave-for-office.ts. */
function withoutOffice({ entry, routes, url, ...rest }: Manifest): Manifest {
  const office = screens.filter(isOffice);
  const left = Object.values(routes).filter(
    ({ id }) => id !== 'layout-admin' && !office.some(({ page }) => page === id),
  );
  const areas = [...new Set(office.map(({ path }) => path.split('/')[1] ?? ''))];
  const flags = Object.fromEntries(flagsOf(left).map((flag) => [flag, false]));
  const bare = { parentId: 'root', module: '', imports: [], css: [], ...flags };
  const shop = [...left, ...areas.map((area) => ({ ...bare, id: `office-${area}`, path: `${area}/*` }))];
  return { entry, routes: Object.fromEntries(shop.map((route) => [route.id, route])), url: shopManifest(url), ...rest };
}

const flagsOf = (routes: Route[]) => [
  ...new Set(routes.flatMap((route) => Object.keys(route).filter((key) => key.startsWith('has')))),
];

function tableOf({ entry, routes, ...rest }: Manifest) {
  const all = Object.values(routes);
  const files = [...new Set([entry, ...all].flatMap((part) => [part.module, ...part.imports, ...part.css]))];
  const flags = flagsOf(all);
  const numbersOf = ({ module, imports, css }: Part) =>
    [module, imports, css].map((part) => [part].flat().map(numberOf));
  const numberOf = (file: string) => files.indexOf(file);
  const rows = all.map((route) => [
    route.id,
    all.findIndex(({ id }) => id === route.parentId),
    route.path ?? null,
    route.index ? 1 : 0,
    flags.reduce((sum, flag, bit) => sum + (route[flag] ? 2 ** bit : 0), 0),
    ...numbersOf(route),
  ]);
  return [files.join(' '), flags.join(' '), rows, numbersOf(entry), rest];
}

/** Runs in the browser: it may use nothing from outside. */
const restore = `([files, flags, rows, entry, rest]) => {
  files = files.split(" ");
  const part = ([[m], i, c]) => ({ module: files[m], imports: i.map((n) => files[n]), css: c.map((n) => files[n]) });
  const routes = {};
  for (const [id, parent, path, index, set, ...own] of rows) {
    const route = (routes[id] = { id, ...part(own) });
    if (parent >= 0) route.parentId = rows[parent][0];
    if (path !== null) route.path = path;
    if (index) route.index = true;
    flags.split(" ").forEach((flag, bit) => { route[flag] = Boolean((set >> bit) & 1); });
  }
  return { entry: part(entry), routes, ...rest };
}`;
