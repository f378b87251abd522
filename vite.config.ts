import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { compileMessages, messageGroup } from './tools/compile-messages.ts';
import { leanRouter } from './tools/lean-router.ts';

/** Modules that the server process and its pages must share as one instance: contexts and error classes are compared by identity. */
const shared = /\/src\/((?:contracts|i18n)\/[\w/-]+\.ts|web\/server\/(?:context|api-error)\.ts)$/;

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

// What every page needs at once. Any other package comes with the page, or the part of it, that asks for it.
const firstPaint = /node_modules\/(react|react-dom|react-router|scheduler|@lingui)\//;

// What only pages full of data need: no part of the shared file, which a buyer's phone loads too.
const office = /src\/web\/(ui\/(data\/(?!order-rows|chart)|controls\/decision)|styles\/(data|decision)\.css)/;
const frame = /src\/web\/(?!pages\/)/;

/** Parts of packages that a build takes lighter: React has had this hook itself since 18; tools/lean-icons.ts draws icons. */
const lighter = [
  { find: 'use-sync-external-store/shim', replacement: 'react' },
  {
    find: /^\.\.\/createLucideIcon\.mjs$/,
    replacement: fileURLToPath(new URL('./tools/lean-icons.ts', import.meta.url)),
  },
];

export default defineConfig(({ command }) => ({
  plugins: [shareWithServer(), compileMessages(), leanRouter(), reactRouter()],
  publicDir: 'src/web/public',
  resolve: { alias: command === 'build' ? lighter : [] },
  environments: {
    // Bundled, so that the server draws icons by the same lighter part as the browser does.
    ssr: { resolve: { noExternal: command === 'build' ? ['lucide-react'] : [] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two shared files instead of a score of small ones: fewer requests, better compression.
            codeSplitting: {
              groups: [
                {
                  name: messageGroup,
                  debugName: 'messages',
                  test: /\/src\/i18n\/[a-z]{2}\.json\?area=/,
                  minShareCount: 1,
                },
                { name: 'vendor', test: firstPaint, minShareCount: 1 },
                { name: 'ui', test: (id) => frame.test(id) && !office.test(id), minShareCount: 2 },
                { name: 'office', test: office, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
}));
