import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { compileMessages, messageGroup } from './tools/compile-messages.ts';
import { leanRouter } from './tools/lean-router.ts';

/**
 * Modules that the built pages take from the server process. The page context and ApiError are compared by identity; the
 * contracts and the catalogues would only cost memory twice.
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

// What every page needs at once. Any other package comes with the page, or the part of it, that asks for it.
const firstPaint = /node_modules\/(react|react-dom|react-router|scheduler|@lingui)\//;

export default defineConfig(({ command }) => ({
  plugins: [shareWithServer(), compileMessages(), leanRouter(), reactRouter()],
  publicDir: 'src/web/public',
  environments: {
    // Bundled, so that the server loads the icons of src/web/ui/display/icon.tsx and not all of them.
    ssr: { resolve: { noExternal: command === 'build' ? ['lucide'] : [] } },
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
                { name: 'ui', test: /src\/web\/(?!pages\/)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
}));
