import type { I18n, Messages } from '@lingui/core';

/** A chunk for each language; compiled at the build, so that no parser of messages is in the browser. */
const files = import.meta.glob<Messages>('../../words/*.json', { query: '?compiled', import: 'default' });

const pathOf = (locale: string) => `../../words/${locale}.json`;

export const languages: readonly string[] = Object.keys(files)
  .map((path) => path.slice(-7, -5))
  .sort();

/** Makes the catalogue speak a language, once its file is there. */
export async function loadWords(i18n: I18n, locale: string): Promise<void> {
  const load = files[pathOf(locale)] ?? files[pathOf('en')];
  const messages = await load?.();
  if (messages) i18n.loadAndActivate({ locale, messages });
}
