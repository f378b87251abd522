import type { Plugin, Rolldown } from 'vite';
import { isOffice, screens } from '../src/web/routes.ts';

/** What shapes are checked with, on the server: a quarter of what a page of the shop would otherwise load. */
const checker = /\/node_modules\/zod\//;

const pageFile = /\/src\/web\/(?:pages\/(.+)|(?:layouts\/.+|root))\.tsx(?:\?|$)/;
const office = new Set(screens.filter(isOffice).map(({ page }) => page));

/**
 * Fails the build if a page of the shop loads the library that checks shapes, which a constant taken from a contract brings
 * with it: a type doesn't.
 */
export function lightPages(): Plugin {
  return {
    name: 'light-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const pages = chunks.filter(isShopPage);
      if (pages.length === 0) this.error('the pages have other names now: see tools/light-pages.ts');
      const heavy = pages.filter((chunk) => loads(chunk, bundle, new Set()));
      if (heavy.length > 0) this.error(`loads zod: ${heavy.map(({ name }) => name).join(', ')} (tools/light-pages.ts)`);
    },
  };
}

function isShopPage({ facadeModuleId }: Rolldown.OutputChunk): boolean {
  const [found, page = ''] = pageFile.exec(facadeModuleId ?? '') ?? [];
  return found !== undefined && !office.has(page) && !found.includes('/layouts/admin');
}

function loads(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen: Set<string>): boolean {
  if (chunk.moduleIds.some((id) => checker.test(id))) return true;
  return chunk.imports.some((name) => {
    const next = bundle[name];
    if (next?.type !== 'chunk' || seen.has(name)) return false;
    seen.add(name);
    return loads(next, bundle, seen);
  });
}
