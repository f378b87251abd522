import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogueOf, locales } from '#i18n/translate.ts';
import { characters } from '../tools/subset-fonts.ts';

const folder = new URL('../src/web/styles/fonts/', import.meta.url);

test('a page needs less than 60 kB of fonts', () => {
  const declared = Array.from(readFileSync(new URL('fonts.css', folder), 'utf8').matchAll(/url\("(.*?)"\)/g));
  const sizes = declared.map(([, file]) => readFileSync(new URL(file!, folder)).length);
  expect(sizes).toHaveLength(2);
  expect(sizes[0]! + sizes[1]!).toBeLessThan(60_000);
});

test('every letter of the texts is in the fonts', () => {
  const used = new Set(locales.flatMap((locale) => [...JSON.stringify(catalogueOf(locale).messages)]));
  // Two signs come from the system's fonts: that of a key on keyboards of one maker, and one the packages' Latin part lacks.
  expect([...used].filter((char) => !`${characters}⌘≈`.includes(char))).toEqual([]);
});
