import { readFileSync } from 'node:fs';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { locales } from './translate.ts';

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${locale}.json`, import.meta.url), 'utf8'));

const english = read('en');
const others = locales.filter((locale) => locale !== 'en');

/** A message's placeholders, with their formats, and its tags. */
function partsOf(message: string): string[] {
  const parts = new Set(message.match(/<\/?[\w.-]+\/?>/g) ?? []);
  const visit = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, kind, choices] = token;
      parts.add(`{${name}${kind ? `, ${kind}` : ''}}`);
      if (choices && typeof choices === 'object')
        for (const choice of Object.values(choices)) if (Array.isArray(choice)) visit(choice);
    }
  };
  visit(compileMessageOrThrow(message));
  return [...parts].sort();
}

test('the catalogues are in order, so that two changes of them rarely meet', () => {
  for (const locale of locales) expect(Object.keys(read(locale))).toEqual(Object.keys(read(locale)).sort());
});

test.for(locales)('every message of %s can be compiled and says something', (locale) => {
  for (const [key, message] of Object.entries(read(locale))) {
    expect(() => compileMessageOrThrow(message), key).not.toThrow();
    expect(message.trim(), key).not.toBe('');
  }
});

test.for(others)('%s has every text that English has, and no other', (locale) => {
  expect(Object.keys(read(locale)).sort()).toEqual(Object.keys(english).sort());
});

test.for(others)('%s takes the same values and elements as English', (locale) => {
  const messages = read(locale);
  for (const [key, message] of Object.entries(english))
    if (messages[key] !== undefined) expect(partsOf(messages[key]), key).toEqual(partsOf(message));
});

/** The forms of all plurals in a message, apart from exact numbers. */
function pluralForms(tokens: CompiledMessage): string[] {
  return [...tokens].flatMap((token) => {
    if (typeof token === 'string') return [];
    const [, kind, choices] = token;
    if (!choices || typeof choices !== 'object') return [];
    const inner = Object.values(choices).flatMap((choice) => (Array.isArray(choice) ? pluralForms(choice) : []));
    const own =
      kind === 'plural' ? Object.keys(choices).filter((form) => /^[a-z]+$/.test(form) && form !== 'offset') : [];
    return [...own, ...inner];
  });
}

test.for(locales)('the plurals of %s have the forms that the language has', (locale) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const faults = Object.entries(read(locale)).flatMap(([key, message]) =>
    pluralForms(compileMessageOrThrow(message)).flatMap((form) =>
      forms.includes(form as never) ? [] : `${key}: ${form}`,
    ),
  );
  expect(faults).toEqual([]);
});

test('no language but English shows English', () => {
  const sentence = (message: string) => (message.match(/\p{Ll}{3,}/gu) ?? []).length > 4;
  for (const locale of others) {
    const messages = read(locale);
    const left = Object.keys(english).filter((key) => sentence(english[key]!) && messages[key] === english[key]);
    expect(left, locale).toEqual([]);
  }
});

test('German says "Sie"', () => {
  const familiar =
    /\b(du|dein\w*|dir|dich|euch|euer\w*|eure\w*)\b|(^|[.:!?] )(Versuch|Frag|Schau|Gib|Nimm|Sag|Sende|Lade|Klicke) /i;
  const faults = Object.entries(read('de')).filter(([, message]) => familiar.test(message));
  expect(faults).toEqual([]);
});

test('Spanish says "usted"', () => {
  const familiar = /(?<!\p{L})(tú|tu|tus|ti|te|contigo|vos|vosotros|vuestr[oa]s?|os)(?!\p{L})/iu;
  const faults = Object.entries(read('es')).filter(([, message]) => familiar.test(message));
  expect(faults).toEqual([]);
});
