import { expect, test } from 'vitest';
import { dollarsField, faceField, parseDollars, parseFace } from './parse-dollars.ts';

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

test.each([
  ['1.250', 'en', 'KWD', 125],
  ['1,250', 'de', 'KWD', 125],
  ['1,250', 'en', 'KWD', 125_000],
  ['1,000', 'en', 'JPY', 100_000],
  ['1000', 'de', 'JPY', 100_000],
] as const)('%s, typed in %s, is an amount in %s', (text, locale, currency, hundredths) => {
  expect(parseFace(text, locale, currency)).toBe(hundredths);
});

test.each([
  ['1.255', 'KWD'],
  ['1000.5', 'JPY'],
  ['1.250', 'EUR'],
])('%s is no face value in %s', (text, currency) => {
  expect(parseFace(text, 'en', currency)).toBeUndefined();
});

test.each([
  [125, 'KWD', '1.250'],
  [500, 'KWD', '5'],
  [100_000, 'JPY', '1000'],
] as const)('%d hundredths of %s in a field read %s, and are read back', (hundredths, currency, text) => {
  expect(faceField(hundredths, 'en', currency)).toBe(text);
  expect(parseFace(text, 'en', currency)).toBe(hundredths);
});
