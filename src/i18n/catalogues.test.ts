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

test('German says "Sie"', () => {
  const familiar =
    /\b(du|dein\w*|dir|dich|euch|euer\w*|eure\w*)\b|(^|[.:!?] )(Versuch|Frag|Schau|Gib|Nimm|Sag|Sende|Lade|Klicke) /i;
  const faults = Object.entries(read('de')).filter(([, message]) => familiar.test(message));
  expect(faults).toEqual([]);
});
