// Fails on an import that goes against the arrows of docs/architecture.md, on an import loop, and on a barrel.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each wing may import, besides itself. `app` is whatever lies in src/ itself and in src/cli/. */
const wings: Record<string, string[]> = {
  i18n: [],
  contracts: ['i18n'],
  platform: ['i18n', 'contracts'],
  features: ['i18n', 'contracts', 'platform'],
  web: ['i18n', 'contracts'],
  app: ['i18n', 'contracts', 'platform', 'features', 'web'],
};

/** Lowest first: a feature may import those before it. A need the other way round is an event wired in app.ts. */
const featureOrder = [
  ...['ctx.ts', 'notifications', 'mail', 'sessions', 'realtime', 'factors', 'auth', 'account', 'tiers'],
  ...['four-eyes', 'alerts', 'users', 'spending', 'content', 'rates', 'deposits', 'watcher', 'holds'],
  ...['unclaimed-deposits', 'payments', 'statements', 'import-guard', 'programmes', 'batches', 'imports'],
  ...['cards', 'prefixes', 'cart', 'orders', 'preorders', 'claims', 'support', 'demo'],
];

type Import = { from: string; to: string };

const files = ['src', 'tools', 'tests', 'bench'].flatMap(listSources);
const known = new Set(files);
const imports = files.flatMap(importsOf);
const faults = [...imports.flatMap(arrowFault), ...findLoops(imports), ...files.flatMap(barrelFault)];
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

function listSources(dir: string): string[] {
  try {
    return readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => join(dir, name));
  } catch {
    return [];
  }
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/^\s*(?:import|export)\b[^'";]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm);
  return [...found].flatMap((match) => {
    const to = resolveImport(file, match[1] ?? match[2] ?? '');
    return to ? [{ from: file, to }] : [];
  });
}

function resolveImport(file: string, specifier: string): string | undefined {
  const path = specifier.startsWith('.')
    ? join(dirname(file), specifier)
    : specifier
        .replace(/^#(contracts|platform|features|web|i18n)\//, 'src/$1/')
        .replace(/^#(app|cli)\//, 'src/$1/')
        .replace(/^#tests\//, 'tests/');
  return known.has(path) ? path : undefined;
}

function arrowFault({ from, to }: Import): string[] {
  const [source, target] = [wingOf(from), wingOf(to)];
  if (!source) return [];
  if (!target) return isTest(from) ? [] : [`${from} imports ${to}: code outside src/`];
  if (source === target) return source === 'features' ? featureFault({ from, to }) : [];
  if (wings[source]?.includes(target) || (isTest(from) && source !== 'web')) return [];
  return [`${from} imports ${to}: ${source} may not import ${target}`];
}

function featureFault({ from, to }: Import): string[] {
  const [source, target] = [featureOf(from), featureOf(to)];
  const unlisted = [source, target].find((name) => !featureOrder.includes(name));
  if (unlisted) return [`${from}: ${unlisted} is missing in the order of features (tools/check-arrows.ts)`];
  if (featureOrder.indexOf(target) <= featureOrder.indexOf(source) || isTest(from)) return [];
  return [`${from} imports ${to}: ${target} stands above ${source} in the order of features`];
}

function barrelFault(file: string): string[] {
  const allowed = file === 'src/contracts/index.ts' || !file.startsWith('src/');
  return !allowed && /\/index\.tsx?$/.test(file) ? [`${file}: a barrel; name the file after its one export`] : [];
}

/** Each loop once, by depth-first search. */
function findLoops(list: Import[]): string[] {
  const next = Map.groupBy(list, (one) => one.from);
  const done = new Set<string>();
  const loops: string[] = [];
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) loops.push(`import loop: ${[...path.slice(at), file].join(' -> ')}`);
    if (at >= 0 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return loops;
}

function wingOf(file: string): string | undefined {
  const [top, wing = ''] = file.split('/');
  if (top !== 'src') return undefined;
  return Object.hasOwn(wings, wing) ? wing : 'app';
}

function featureOf(file: string): string {
  const path = relative('src/features', file);
  return featureOrder.find((name) => name.includes('/') && path.startsWith(`${name}/`)) ?? path.split('/')[0] ?? '';
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}
