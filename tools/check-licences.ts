// Fails when a dependency has a licence that isn't listed here: what ships under one kind, what only builds and tests under another.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** One package of a lock file or of vendored.json. */
export interface Locked {
  license?: string;
  dev?: boolean;
}

/** Ask for attribution at most, so they may ship with the shop. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Python-2.0',
  'CC-BY-4.0',
  'CC0-1.0',
  // Fonts: the text of the licence travels with them, and a changed font may keep a name that nobody reserved.
  'OFL-1.1',
]);
/** Also fine for what never ships: tools for building and testing. */
const fineForTools = new Set([...permissive, 'MPL-2.0', 'WTFPL', 'Public Domain', 'Zlib']);

/** The packages whose licence is missing or not listed, a line each. */
export function licenceFaults(packages: Record<string, Locked>): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev }]) => {
    const allowed = dev ? fineForTools : permissive;
    if (path === '' || (license && satisfies(license, allowed))) return [];
    return [`${path}: ${license ?? 'no licence'} is not among the licences ${dev ? 'of tools' : 'of what ships'}`];
  });
}

/** An SPDX expression of one kind of operator; a mixed one is refused, and so looked at by a person. */
function satisfies(expression: string, allowed: ReadonlySet<string>): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => allowed.has(part));
  return plain.split(' AND ').every((part) => allowed.has(part));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const parse = (file: string) => JSON.parse(readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8'));
  const read = (file: string) => parse(file).packages as Record<string, Locked>;
  const vendored = (parse('./vendored.json') as (Locked & { folder: string })[]).map((copy) => [copy.folder, copy]);
  const nodesOfTests = Object.entries(read('./bcoin/package-lock.json')).map(([path, locked]) => [
    path,
    { ...locked, dev: true },
  ]);
  const faults = [read('../package-lock.json'), Object.fromEntries(nodesOfTests), Object.fromEntries(vendored)].flatMap(
    licenceFaults,
  );
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}
