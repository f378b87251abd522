import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Files of the router in the browser, by the end of their path, with their replacements. */
const replaced: Record<string, string> = {
  // Every route that a page leads to is in its manifest: nothing is discovered later.
  'dom/ssr/fog-of-war.js': here('./router-stubs/no-discovery.ts'),
  'router/instrumentation.js': here('./router-stubs/no-instrumentation.ts'),
  // A missing chunk reloads the requested page, once, instead of the page being left.
  'dom/ssr/routeModules.js': here('../src/web/router/load-route-module.ts'),
};

/** The shop's own table of screens, in the browser: the router's manifest holds what is needed of it there. */
const screens = '#web/routes.ts';

/** Excludes the package's server part: tree shaking removes it later, and until then its imports must stay intact. */
const inBrowser = /\/react-router\/dist\/\w+\/(index\.js|dom-export\.js|lib\/(?!server-runtime|rsc))/;

/**
 * Drops parts of the router that this shop never runs from the browser build, and replaces one. The build fails if a
 * router release moves one of these files.
 */
export function leanRouter(): Plugin {
  const missing = new Set(Object.keys(replaced));
  const isClient = (name: string) => name === 'client';
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!isClient(this.environment.name) || !importer) return;
      if (id === screens) return here('./router-stubs/known-screens.ts');
      if (!inBrowser.test(importer)) return;
      const path = new URL(id, `file://${importer}`).pathname;
      const found = Object.keys(replaced).find((end) => path.endsWith(`/lib/${end}`));
      if (!found) return;
      missing.delete(found);
      return replaced[found];
    },
    buildEnd() {
      if (isClient(this.environment.name) && missing.size > 0)
        this.error(`react-router has no ${[...missing].join(', ')} any more: see tools/lean-router.ts`);
    },
  };
}
