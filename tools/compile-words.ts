import { readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { firstArea } from '../src/web/live/words-area.ts';
import { areaOfText, textsOfPages } from './page-texts.ts';

const catalogue = /\/src\/words\/([a-z]{2})\.json$/;
const chunk = /\/src\/words\/([a-z]{2})\.json\?area=([a-z]+)$/;

/** What a language calls itself. A browser would spend a tenth of a slow phone's first second on finding it out. */
const nameOf = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

/** The catalogues as the browser loads them: what the pages say, by area, compiled, so that it needs no parser of messages. */
export function compileWords(): Plugin {
  return {
    name: 'compile-words',
    enforce: 'pre',
    load(id) {
      const [file = '', query = ''] = id.split('?');
      const [, locale] = catalogue.exec(file) ?? [];
      if (!locale) return;
      if (query === 'name') return { code: `export default ${JSON.stringify(nameOf(locale))}`, moduleType: 'js' };
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
export const wordsGroup = (id: string) => {
  const [, locale, area] = chunk.exec(id) ?? [];
  return locale ? `words-${locale}-${area}` : null;
};
