import { expect, test } from 'vitest';
import { dollarsField, parseDollars } from './parse-dollars.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['$1,200.05', 120005],
  [' 0.10 ', 10],
  ['12.', 1200],
])('%s is %d cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test.each([
  ['12', 1200],
  ['12,5', 1250],
  ['12.50', 1250],
  ['1.200,05 $', 120005],
  ['1.200', 120000],
])('in German, %s is %d cents', (text, cents) => {
  expect(parseDollars(text, 'de')).toBe(cents);
});

test.each(['', 'ten', '1.234', '-5', '1e3', '1,2', '12345678901'])('%j is no amount', (text) => {
  expect(parseDollars(text)).toBeUndefined();
});

test.each(['', 'zehn', '1,234', '1,2,3', '1.2.3', '-5'])('in German, %j is no amount', (text) => {
  expect(parseDollars(text, 'de')).toBeUndefined();
});

test.each([
  [2500, 'en', '25'],
  [2550, 'en', '25.50'],
  [2550, 'de', '25,50'],
  [120005, 'de', '1200,05'],
] as const)('%d cents in a field of %s read %s, and are read back', (cents, locale, text) => {
  expect(dollarsField(cents, locale)).toBe(text);
  expect(parseDollars(text, locale)).toBe(cents);
});
