import type { I18n, Messages } from '@lingui/core';
import { firstArea } from '#web/live/words-area.ts';

/** A chunk for each area of a language; compiled at the build, so that no parser of messages is in the browser. */
const files: Record<string, Record<string, () => Promise<Messages>>> = {
  first: import.meta.glob<Messages>('../../words/*.json', { query: '?area=first', import: 'default' }),
  default: import.meta.glob<Messages>('../../words/*.json', { query: '?area=default', import: 'default' }),
  minimal: import.meta.glob<Messages>('../../words/*.json', { query: '?area=minimal', import: 'default' }),
  simple: import.meta.glob<Messages>('../../words/*.json', { query: '?area=simple', import: 'default' }),
  billing: import.meta.glob<Messages>('../../words/*.json', { query: '?area=billing', import: 'default' }),
  account: import.meta.glob<Messages>('../../words/*.json', { query: '?area=account', import: 'default' }),
  admin: import.meta.glob<Messages>('../../words/*.json', { query: '?area=admin', import: 'default' }),
};

const pathOf = (locale: string) => `../../words/${locale}.json`;

const names = import.meta.glob<string>('../../words/*.json', { query: '?name', import: 'default', eager: true });

/** Every language that has a catalogue, and what it calls itself: de, Deutsch. */
export const languages: readonly (readonly [locale: string, name: string])[] = Object.entries(names)
  .map(([path, name]) => [path.slice(-7, -5), name] as const)
  .sort();

/** What the browser's one page speaks, the language that it is to speak next, and the areas that it has come by. */
let speaker: I18n | undefined;
let wanted: string | undefined;
const needed = new Set([firstArea]);

async function add(i18n: I18n, locale: string, areas: Iterable<string>): Promise<void> {
  const load = (area: string) => files[area]?.[pathOf(locale)] ?? files[area]?.[pathOf('en')];
  const parts = await Promise.all([...areas].map((area) => load(area)?.()));
  i18n.load(locale, Object.assign({}, ...parts));
}

/** Makes the catalogue speak a language, once the texts of every area that was needed so far are there. */
export async function loadWords(i18n: I18n, locale: string, areas: readonly string[] = []): Promise<void> {
  speaker = i18n;
  wanted = locale;
  for (const area of areas) needed.add(area);
  await add(i18n, locale, needed);
  i18n.activate(locale);
}

/** Has the texts of an area there before its pages are, in the language of now and in the one that is on its way. */
export async function loadArea(area: string): Promise<void> {
  if (!speaker || needed.has(area)) return;
  const i18n = speaker;
  let next: string | undefined;
  // The language may change while the texts are on their way.
  do {
    next = wanted;
    const locales = new Set([i18n.locale, next ?? i18n.locale]);
    await Promise.all([...locales].map((locale) => add(i18n, locale, [area])));
  } while (next !== wanted);
  needed.add(area);
}
