import { readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { firstArea } from './src/web/live/words-area.ts';
import { leanRouter } from './tools/lean-router.ts';
import { areaOfText, textsOfPages } from './tools/page-texts.ts';

/** Modules that the server process and the pages must share as one instance: router context keys and calls are compared by identity. */
const shared = /^#(contracts\/|words\/|web\/(context|api-error)\.ts$)/;

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

const catalogue = /\/src\/words\/([a-z]{2})\.json$/;
const chunk = /\/src\/words\/([a-z]{2})\.json\?area=([a-z]+)$/;

/** The catalogues as the browser loads them: what the pages say, by area, compiled, so that it needs no parser of messages. */
function compileWords(): Plugin {
  return {
    name: 'compile-words',
    enforce: 'pre',
    load(id) {
      const [file = '', query = ''] = id.split('?');
      if (!catalogue.test(file)) return;
      const [, wanted] = query.split('area=');
      if (!wanted) return;
      // The development server runs the router's own loading of routes, which knows no areas.
      const areaOf = this.environment.mode === 'build' ? areaOfText() : () => firstArea;
      const named = textsOfPages();
      const texts = Object.entries<string>(JSON.parse(readFileSync(file, 'utf8')));
      const own = texts.filter(([key]) => named(key) && areaOf(key) === wanted);
      const compiled = Object.fromEntries(own.map(([key, text]) => [key, compileMessageOrThrow(text)]));
      return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js' };
    },
  };
}

/** `words-de-admin` for the German texts of the back office: src/load-pages.ts finds the file by it. */
const wordsGroup = (id: string) => {
  const [, locale, area] = chunk.exec(id) ?? [];
  return locale ? `words-${locale}-${area}` : null;
};

// What every page needs at once. Any other package comes with the page, or the part of it, that asks for it.
const firstPaint = /node_modules\/(react|react-dom|react-router|scheduler|@lingui)\//;

export default defineConfig({
  plugins: [shareWithServer(), compileWords(), leanRouter(), reactRouter()],
  publicDir: 'src/web/public',
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Two shared files instead of a score of small ones: fewer requests, better compression.
            codeSplitting: {
              groups: [
                { name: wordsGroup, debugName: 'words', test: chunk, minShareCount: 1 },
                { name: 'vendor', test: firstPaint, minShareCount: 1 },
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
