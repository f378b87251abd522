import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { compileMessages } from './tools/compile-messages.ts';
import { leanRouter } from './tools/lean-router.ts';
import { lightPages } from './tools/light-pages.ts';

/**
 * Modules that the built pages share with the server process. The page context and ApiError are compared by identity;
 * a second copy of the contracts and catalogues would only waste memory.
 */
const shared = /\/src\/((?:contracts|i18n)\/[\w/-]+\.ts|web\/server\/(?:page-context|api-error)\.ts)$/;

function shareWithServer(): Plugin {
  return {
    name: 'share-with-server',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (this.environment.name !== 'ssr') return;
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      const [, path] = shared.exec(resolved?.id ?? '') ?? [];
      if (path) return { id: `#${path}`, external: true };
    },
  };
}

// What every page needs immediately. Other packages load with the page, or the part of a page, that imports them.
const firstPaint = /node_modules\/(react|react-dom|react-router|scheduler|@lingui)\/|vite\/preload-helper/;

// Parts of the kit that many pages do without: no part of the shared file, which every first page loads.
const rooms = {
  menu: /src\/web\/ui\/navigation\/(navbar|bottom-bar|menu|nav-entries|cart-badge|balance-note)/,
  cards: /src\/web\/ui\/card\/(?!funds|scam)/,
  tiles: /src\/web\/(pages\/shop\/(brand\/(brand-tile|way-in|limit-note)|cart\/order-refusal)|i18n\/parse-dollars)/,
  funds: /src\/web\/pages\/billing\/add-funds\/(payment-form|warnings)/,
  lists:
    /src\/web\/(pages\/(billing\/add-funds\/(offered-coin|payment-rows)|orders\/order-sections)|ui\/(data\/(facts|limit-bar|order-rows)|navigation\/sections|card\/(funds|scam)))/,
  sign_in:
    /src\/web\/(ui\/controls\/(password-field|passkey-button|token-form|missing-token)|forms\/(passkey-ceremonies|use-passkey-autofill))/,
  tickets: /src\/web\/ui\/ticket\//,
  office:
    /src\/web\/(layouts\/admin\/|ui\/(data\/(?!order-rows|chart|facts|limit-bar)|controls\/(category-fields|decision|shortcut|use-shortcuts)|navigation\/query-switch)|styles\/office\/(data|decision|desk)\.css)/,
};
// The bundler gives each of these a file of its own.
const alone =
  /src\/web\/(forms\/use-draft|ui\/(controls\/(copy|print)|data\/chart|display\/(countdown|qr|rich-text)|navigation\/pagination)|styles\/(?!office\/(data|decision|desk)))/;
const shell = /src\/web\/(?!pages\/)/;
const isShared = (id: string) => shell.test(id) && ![alone, ...Object.values(rooms)].some((other) => other.test(id));

export default defineConfig(({ command }) => ({
  plugins: [shareWithServer(), compileMessages(), leanRouter(), lightPages(), reactRouter()],
  publicDir: 'src/web/public',
  environments: {
    // Bundled, so that the server draws icons with the same light code as the browser.
    ssr: { resolve: { noExternal: command === 'build' ? ['lucide'] : [] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A few shared files instead of about twenty small ones: fewer requests, better compression.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: firstPaint, minShareCount: 1 },
                { name: 'ui', test: isShared, minShareCount: 2 },
                ...Object.entries(rooms).map(([name, test]) => ({ name, test, minShareCount: 2 })),
              ],
            },
          },
        },
      },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
}));
