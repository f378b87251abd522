import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the lock file that is installed here and goes into a release, by its path such as `node_modules/hono`. */
export interface ShippedModule {
  path: string;
  /** False where the built pages hold its code: then only its notice and its name ship. */
  runs: boolean;
}

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/**
 * What a release needs of node_modules in `root`: the packages `ships` and what they depend on, nothing that only builds or
 * tests (`dev` in the lock file). Code of those alone that run: the packages `runs`, those that a file of `sources` names,
 * and what they depend on.
 */
export function shippedModules(
  root: string,
  { ships, runs, sources }: { ships: readonly string[]; runs: readonly string[]; sources: readonly string[] },
): ShippedModule[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const installed = Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    path !== '' && !dev && existsSync(join(root, path, 'package.json')) ? [path] : [],
  );
  const shipped = reached(root, installed, ships);
  const running = reached(root, installed, [...runs, ...namedIn(sources, shipped)]);
  return installed
    .filter((path) => ownersOf(path).every((name) => shipped.has(name)))
    .map((path) => ({ path, runs: running.has(nameOf(path)) }));
}

/** `node_modules/a/node_modules/@b/c` is a copy of @b/c. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The packages within which it lies, and itself. */
const ownersOf = (path: string) =>
  path
    .split('node_modules/')
    .slice(1)
    .map((part) => part.replace(/\/$/, ''));

function namedIn(sources: readonly string[], names: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  for (const source of sources) {
    for (const [, name = ''] of readFileSync(source, 'utf8').matchAll(
      /['"`]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`\s]*)?['"`]/g,
    ))
      if (names.has(name)) found.add(name);
  }
  return [...found];
}

/** The names of packages that can be loaded from these. */
function reached(root: string, paths: readonly string[], first: readonly string[]): Set<string> {
  const found = new Set<string>();
  const next = [...first];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const path of paths.filter((each) => nameOf(each) === name)) {
      const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest;
      const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
      next.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
      // A compiler may be an optional peer: what loads it does without.
      next.push(...Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional));
    }
  }
  return found;
}

/** The notices of a package, as names in its folder. */
export const noticesOf = (folder: string): string[] =>
  readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|copyright)/i.test(file));
