import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { areaOfRoute, areas, firstArea } from '../src/web/live/words-area.ts';
import { screens } from '../src/web/routes.ts';

const web = new URL('../src/web/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, web), 'utf8');

/** Tells which texts of the catalogue the pages name, whole or by a template: the others are the server's alone. */
export function textsOfPages(): (key: string) => boolean {
  const names = readdirSync(web, { recursive: true, encoding: 'utf8' });
  return textsOf(names.filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name)));
}

/**
 * Tells in which area's chunk a text travels: in that of the only area whose pages name it, with what those import; in that of
 * the area around several; else in the first.
 */
export function areaOfText(): (key: string) => string {
  const routes = screens.map(({ page, layout }) => ({ page, area: areaOfRoute(page) ?? layout }));
  const files = Object.keys(areas).map((area) => {
    const pages = routes.filter((route) => route.area === area).map(({ page }) => `pages/${page}.tsx`);
    return [area, textsOf(withImports([...pages, `layouts/${area}.tsx`]))] as const;
  });
  const everywhere = textsOf(withImports(['root.tsx', 'entry.client.tsx']));
  const shared = (key: string) => {
    const found = files.filter(([, names]) => names(key)).map(([area]) => area);
    if (found.length < 2) return found[0] ?? firstArea;
    const around = new Set(found.map((area) => (areas[area] === firstArea ? area : areas[area])));
    return around.size === 1 ? [...around][0] : firstArea;
  };
  return (key) => (everywhere(key) ? firstArea : (shared(key) ?? firstArea));
}

function textsOf(files: Iterable<string>): (key: string) => boolean {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of files) {
    const text = read(file);
    for (const [, , literal = ''] of text.matchAll(/(['"`])([a-z][\w.-]*)\1/g)) names.add(literal);
    for (const [, template = ''] of text.matchAll(/`([a-z]\w*\.[\w.-]*\$\{[^`\n]*)`/g))
      patterns.push(patternOf(template));
  }
  return (key) => names.has(key) || patterns.some((pattern) => pattern.test(key));
}

/** Files of the pages and all they import of them, at once or later. */
function withImports(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name) || !existsSync(new URL(name, web))) continue;
    found.add(name);
    const imports = [...read(name).matchAll(/\bfrom '([^']+\.tsx?)'|\bimport\('([^']+\.tsx?)'\)/g)];
    const paths = imports.map(([, now, later]) => now ?? later ?? '').filter((path) => /^(#web\/|\.)/.test(path));
    withImports(
      paths.map((path) => pathIn(name, path)).filter((path) => !path.startsWith('..')),
      found,
    );
  }
  return found;
}

const pathIn = (name: string, path: string) =>
  path.startsWith('#web/') ? path.slice('#web/'.length) : new URL(path, `file:///${name}`).pathname.slice(1);

const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .replace(/\$\{[^}]*\}/g, '*')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[\\w-]+')}$`,
  );
