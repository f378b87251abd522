import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { DEFAULT_LOCALE } from '../src/i18n/default-locale.ts';
import { PALETTE_AREA, SHARED_AREA } from '../src/web/i18n/message-area.ts';
import { areaOfText, areas, textsOfPages, textsOfPalette } from './page-texts.ts';

const folder = new URL('../src/i18n/', import.meta.url);
const source = /\/src\/i18n\/([a-z]{2})\.json\?area=[a-z]+$/;
const virtual = 'virtual:messages';

const locales = () =>
  readdirSync(folder)
    .flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? [])
    .sort();

const textsOf = (locale: string): [key: string, text: string][] =>
  Object.entries(JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')));

/** A language's own name, as a button says it. Computing it would cost the browser of a slow phone a tenth of a second. */
function nameOf(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** As the router's own route loader knows no areas, the development server has all texts in one. */
const developmentLoader = () => `const files = { ${locales().map(
  (locale) => `${locale}: () => import('/src/i18n/${locale}.json?area=${SHARED_AREA}')`,
)} };
export const loadTexts = (area, locale) =>
  area === '${SHARED_AREA}' ? (files[locale] ?? files.${DEFAULT_LOCALE})().then((module) => module.default) : undefined;`;

/** src/app/pages/load-pages.ts and the loader below find the files by their names. */
const nameOfFile = (locale: string, area: string, hash: string) => `assets/messages-${locale}-${area}-${hash}.js`;

/** Only the hashes of the files: imports would make every first page a kilobyte larger for each language. */
const builtLoader = (hashes: Record<string, string>) => `const hashes = ${JSON.stringify(hashes)};
export function loadTexts(area, locale) {
  if (!hashes[area]) return;
  const known = ${JSON.stringify(locales())}.includes(locale) ? locale : '${DEFAULT_LOCALE}';
  const file = ['/assets/messages', known, area, hashes[area]].join('-') + '.js';
  return import(/* @vite-ignore */ file).then((module) => module.default);
}`;

const languages = () =>
  `export const languages = ${JSON.stringify(locales().map((locale) => [locale, nameOf(locale)]))};`;

function textsModule(locale: string, isMeant: (key: string) => boolean): string {
  const own = textsOf(locale).filter(([key]) => isMeant(key));
  const compiled = Object.fromEntries(own.map(([key, text]) => [key, compileMessageOrThrow(text)]));
  return `export default ${JSON.stringify(compiled)}`;
}

/** The files of a build: one for each language and each area that has texts. An area's files share a hash, which every first page names. */
function builtFiles(): { hashes: Record<string, string>; files: [name: string, source: string][] } {
  const areaOf = areaOfText();
  const isNamed = textsOfPages();
  const ofPages = areas.map((area) => [area, (key: string) => isNamed(key) && areaOf(key) === area] as const);
  const used = [...ofPages, [PALETTE_AREA, textsOfPalette()] as const].filter(([, isMeant]) =>
    textsOf(DEFAULT_LOCALE).some(([key]) => isMeant(key)),
  );
  const hashes: Record<string, string> = {};
  const files: [string, string][] = [];
  for (const [area, isMeant] of used) {
    const sources = locales().map((locale) => [locale, textsModule(locale, isMeant)] as const);
    const hash = createHash('sha256').update(JSON.stringify(sources)).digest('base64url').slice(0, 8);
    hashes[area] = hash;
    for (const [locale, source] of sources) files.push([nameOfFile(locale, area, hash), source]);
  }
  return { hashes, files };
}

/** The catalogues for the browser: only the pages' texts, one file per area, compiled so that it needs no parser. */
export function compileMessages(): Plugin {
  let building = false;
  let built: ReturnType<typeof builtFiles> | undefined;
  return {
    name: 'compile-messages',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    load(id) {
      const [, locale] = source.exec(id) ?? [];
      if (locale) return { code: textsModule(locale, textsOfPages()), moduleType: 'js' };
      if (id !== `\0${virtual}`) return;
      if (!building) return `${developmentLoader()}\n${languages()}`;
      // A build reads its sources once, for the browser and for the server.
      built ??= builtFiles();
      if (this.environment.name === 'client')
        for (const [fileName, text] of built.files) this.emitFile({ type: 'asset', fileName, source: text });
      return `${builtLoader(built.hashes)}\n${languages()}`;
    },
  };
}
