import { expect, test } from 'vitest';
import { parseCoins, parseRate } from './convert.ts';

test.each([
  ['0.05', 'BTC', 'en', '5000000'],
  ['.5', 'LTC', 'en', '50000000'],
  ['1', 'ETH', 'en', '1000000000000000000'],
  ['0,01 eth', 'ETH', 'de', '10000000000000000'],
  ['0.000000001', 'BTC', 'en', undefined],
  ['', 'BTC', 'en', undefined],
  ['.', 'BTC', 'en', undefined],
  ['-1', 'BTC', 'en', undefined],
  ['10000000', 'BTC', 'en', undefined],
  ['1e5', 'BTC', 'en', undefined],
] as const)('%s %s in %s is %s base units', (text, coin, locale, units) => {
  expect(parseCoins(text, coin, locale)).toBe(units);
});

test('a rate is read in hundred-millionths of a dollar', () => {
  expect(parseRate('2500')).toBe(2500_00000000n);
  expect(parseRate('97250.12345678')).toBe(97250_12345678n);
  expect(parseRate('0.5')).toBe(50000000n);
});
