import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** Modules that the server process and the pages must share as one instance: router context keys and calls are compared by identity. */
const shared = /^#(contracts\/|web\/(context|api-error)\.ts$)/;

function shareWithServer(): Plugin {
  return {
    name: 'share-with-server',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      if (this.environment.name !== 'ssr' || !shared.test(id)) return;
      return { id, external: true };
    },
  };
}

export default defineConfig({
  plugins: [shareWithServer(), reactRouter()],
  publicDir: 'src/web/public',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two shared files instead of a score of small ones: fewer requests, better compression.
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules/, minShareCount: 1 },
                { name: 'ui', test: /src\/web\/(ui|live|layouts|[^/]+\.ts$)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
});
