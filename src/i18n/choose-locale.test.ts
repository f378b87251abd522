import { expect, test } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

test.for([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr, nl;q=0.8', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-ch;q=0.9, fr;q=0.8', 'de'],
  ['fr, de;q=0.3, en;q=0.2', 'de'],
  ['de;q=0.3, en;q=0.8', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=nonsense, en;q=0.1', 'de'],
  ['de;q=7, en;q=0.1', 'de'],
  ['en, de', 'en'],
  ['de, en', 'de'],
  [',;,;q=1,de', 'de'],
  [`${'xx,'.repeat(5000)}de`, 'en'],
] as const)('a browser that asks for %s is shown %s', ([accepted, locale]) => {
  expect(chooseLocale(accepted)).toBe(locale);
});
