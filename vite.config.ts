import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { compileMessages } from './tools/compile-messages.ts';
import { leanRouter } from './tools/lean-router.ts';
import { lightPages } from './tools/light-pages.ts';
import { sharedFiles } from './tools/shared-files.ts';

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
                ...sharedFiles().map((file) => ({ ...file, minShareCount: 2 })),
              ],
            },
          },
        },
      },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
}));
