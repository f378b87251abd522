import { readdirSync, readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { SHARED_AREA } from '../src/web/i18n/message-area.ts';
import { areaOfText, areas, textsOfPages } from './page-texts.ts';

const folder = new URL('../src/i18n/', import.meta.url);
const chunk = /\/src\/i18n\/([a-z]{2})\.json\?area=([a-z]+)$/;
const virtual = 'virtual:messages';

const locales = () =>
  readdirSync(folder)
    .flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? [])
    .sort();

const textsOf = (locale: string): [key: string, text: string][] =>
  Object.entries(JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')));

/** A language's own name. Computing it would cost the browser of a slow phone a tenth of a second. */
const nameOf = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

/** The module that loads the chunk of an area in a language. */
function loaderOf(areas: readonly string[]): string {
  const importOf = (locale: string, area: string) =>
    `${locale}: () => import('/src/i18n/${locale}.json?area=${area}').then((module) => module.default)`;
  const files = areas.map((area) => `${area}: { ${locales().map((locale) => importOf(locale, area))} }`);
  const languages = locales().map((locale) => [locale, nameOf(locale)]);
  return `export const files = { ${files} };\nexport const languages = ${JSON.stringify(languages)};`;
}

/** The catalogues for the browser: only the pages' texts, one chunk per area, compiled so that it needs no parser. */
export function compileMessages(): Plugin {
  let building = false;
  let known: ((key: string) => string | undefined) | undefined;
  const findArea = () => {
    const isNamed = textsOfPages();
    // The development server uses the router's own route loader, which knows no areas.
    const areaOf = building ? areaOfText() : () => SHARED_AREA;
    return (key: string) => (isNamed(key) ? areaOf(key) : undefined);
  };
  return {
    name: 'compile-messages',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load(id) {
      const [, locale, wanted] = chunk.exec(id) ?? [];
      if (!locale && id !== `\0${virtual}`) return;
      // A build reads its sources once; the development server reads them again each time, since they change.
      if (!building) known = undefined;
      known ??= findArea();
      const areaOf = known;
      if (!locale) {
        const used = new Set(textsOf('en').map(([key]) => areaOf(key)));
        return loaderOf(areas.filter((area) => used.has(area)));
      }
      const own = textsOf(locale).filter(([key]) => areaOf(key) === wanted);
      const compiled = Object.fromEntries(own.map(([key, text]) => [key, compileMessageOrThrow(text)]));
      return { code: `export default ${JSON.stringify(compiled)}`, moduleType: 'js' };
    },
  };
}

/** `messages-de-admin` for the German texts of the back office: src/app/load-pages.ts finds the file by this name. */
export const messageGroup = (id: string) => {
  const [, locale, area] = chunk.exec(id) ?? [];
  return locale ? `messages-${locale}-${area}` : null;
};
