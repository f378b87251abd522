import { readdirSync, readFileSync } from 'node:fs';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LOCALE } from './default-locale.ts';
import { formatMessage } from './format-message.ts';
import type { MessageKey, Text } from './message.ts';

/** Every language that has a file here. */
export const locales: readonly string[] = readdirSync(new URL('.', import.meta.url))
  .flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? [])
  .sort();

// One per language and never changed: concurrent requests in different languages share no mutable state.
const catalogues = new Map(locales.map((locale) => [locale, loadCatalogue(locale)]));

function loadCatalogue(locale: string): I18n {
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${locale}.json`, import.meta.url), 'utf8'));
  const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]));
  return setupI18n({ locale, messages: { [locale]: messages } });
}

/** The catalogue of a language, or English if there is none. */
export function catalogueOf(locale: string | undefined): I18n {
  const catalogue = catalogues.get(locale ?? DEFAULT_LOCALE) ?? catalogues.get(DEFAULT_LOCALE);
  if (!catalogue) throw new Error('The English catalogue is missing.');
  return catalogue;
}

/** A text in the given language, for API replies, mails and everything else the server words. */
export const translate = (locale: string | undefined, text: Text, time_zone?: string): string =>
  formatMessage({ i18n: catalogueOf(locale), time_zone }, text);

/** The string as a catalogue key, if it is one. */
export const keyNamed = (text: string): MessageKey | undefined =>
  Object.hasOwn(catalogueOf(DEFAULT_LOCALE).messages, text) ? (text as MessageKey) : undefined;
