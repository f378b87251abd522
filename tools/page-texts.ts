import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areasOfRoute, PALETTE_AREA, SHARED_AREA } from '../src/web/i18n/message-area.ts';
import { screens } from '../src/web/routes.ts';
import { parseSource, type Source, textNamesOf } from './source-texts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = 'src/web';

/** The areas of texts: one per room of pages and per layout, and in one room one per page. */
export const areas: readonly string[] = [
  ...new Set([SHARED_AREA, ...screens.flatMap(({ page, layout }) => [...areasOfRoute(page), layout])]),
].filter((area) => area !== 'none');

/** Parts of pages that load when somebody asks for them. Their areas hold every text that they name: what pages load stays as it is. */
const laterParts = [`${web}/ui/palette/palette.tsx`, `${web}/ui/palette/keys-sheet.tsx`];

/** The narrowest area of a page, and the one around it. */
const ownArea = (page: string) => areasOfRoute(page).at(-1) ?? SHARED_AREA;
const folders = new Map(screens.map(({ page }) => [ownArea(page), areasOfRoute(page)[0]]));

/** Tells whether pages name a catalogue text, as a whole key or by a template; only the server uses the others. */
export function textsOfPages(): (key: string) => boolean {
  const names = readdirSync(join(root, web), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\./.test(name));
  return namedIn(sources.map((name) => join(web, name)));
}

/** The texts of the command palette, with those that pages have, too. */
export function textsOfPalette(): (key: string) => boolean {
  return namedIn(withImports(laterParts));
}

/**
 * Decides which area's chunk holds a text: the only area whose pages name it, or the folder around all of them; the
 * default layout, if every area that names it is inside that layout; the palette, if no page names it; otherwise the shared
 * chunk.
 */
export function areaOfText(): (key: string) => string {
  const named = areas.slice(1).map((area) => [area, namedIn(withImports(filesOf(area)))] as const);
  const everywhere = namedIn(withImports([`${web}/root.tsx`, `${web}/entry.client.tsx`]));
  return (key) => {
    if (everywhere(key)) return SHARED_AREA;
    const found = named.filter(([, names]) => names(key)).map(([area]) => area);
    // What no page names by itself is the palette's.
    if (found.length < 2) return found[0] ?? PALETTE_AREA;
    const [folder, ...others] = new Set(found.map((area) => folders.get(area) ?? area));
    if (folder && others.length === 0) return folder;
    return found.every(isInDefaultLayout) ? 'default' : SHARED_AREA;
  };
}

const filesOf = (area: string): string[] => [
  ...screens.filter(({ page }) => ownArea(page) === area).map(({ page }) => `${web}/pages/${page}.tsx`),
  `${web}/layouts/${area}.tsx`,
];

/** Whether all pages of an area that render anything are inside the default layout. */
const isInDefaultLayout = (area: string): boolean => {
  const pages = screens.filter(
    ({ page }) => ownArea(page) === area && /^export default/m.test(read(`${web}/pages/${page}.tsx`)),
  );
  const layouts = [area, ...pages.map(({ layout }) => layout)];
  return !layouts.includes('minimal') && !layouts.includes('simple');
};

function namedIn(files: Iterable<string>): (key: string) => boolean {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of files) {
    const found = textNamesOf(sourceOf(file));
    for (const name of found.names) names.add(name);
    patterns.push(...found.patterns);
  }
  return (key) => names.has(key) || patterns.some((pattern) => pattern.test(key));
}

/** The files and everything they import from src/web. */
function withImports(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file) || !existsSync(join(root, file))) continue;
    found.add(file);
    const specifiers = sourceOf(file).nodes.flatMap(({ type, source }) =>
      /^(Import|Export)/.test(type) ? String((source as { value?: unknown } | null)?.value ?? '') : [],
    );
    const paths = specifiers.filter((path) => /^(#web\/|\.).*\.tsx?$/.test(path)).map((path) => pathIn(file, path));
    withImports(
      paths.filter((path) => path.startsWith(`${web}/`) && !laterParts.includes(path)),
      found,
    );
  }
  return found;
}

const pathIn = (file: string, path: string) =>
  path.startsWith('#web/') ? join(web, path.slice('#web/'.length)) : join(dirname(file), path);

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const source = parseSource(file, read(file));
  sources.set(file, source);
  return source;
}
