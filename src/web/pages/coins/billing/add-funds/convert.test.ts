import { expect, test } from 'vitest';
import { parseCoins, previewCents, previewUnits } from './convert.ts';

test.each([
  ['0.05', 'BTC', 'en', '5000000'],
  ['.5', 'LTC', 'en', '50000000'],
  ['1', 'ETH', 'en', '1000000000000000000'],
  ['0,01 eth', 'ETH', 'de', '10000000000000000'],
  ['0.000000001', 'BTC', 'en', undefined],
  ['', 'BTC', 'en', undefined],
  ['.', 'BTC', 'en', undefined],
  ['-1', 'BTC', 'en', undefined],
  ['1e5', 'BTC', 'en', undefined],
] as const)('%s %s in %s is %s base units', (text, coin, locale, units) => {
  expect(parseCoins(text, coin, locale)).toBe(units);
});

test('dollars and coins are turned into one another as the shop does it', () => {
  expect(previewUnits(25_00, 'ETH', '2500')).toBe('10000000000000000');
  expect(previewUnits(1, 'BTC', '97250.12345678')).toBe('11');
  expect(previewCents('10000000000000000', 'ETH', '2500')).toBe(25_00);
  expect(previewCents('11', 'BTC', '97250.12345678')).toBe(1);
});
