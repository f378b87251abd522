import { expect, test } from 'vitest';
import { centsFor, quoteUnits, unitsFor } from '#contracts/coin-amounts.ts';

test('a quote asks for enough, in at most eight decimals, and a credit is rounded down', () => {
  const rate = 97250_12345678n;
  expect(quoteUnits('ETH', 25_00, 2500_00000000n)).toBe(10n ** 16n);
  expect(quoteUnits('BTC', 1, rate)).toBe(11n);
  expect(quoteUnits('ETH', 1, 3000_00000000n)).toBe(3_340_000_000_000n);
  expect(unitsFor('ETH', 1, 3000_00000000n)).toBe(3_333_333_333_334n);
  expect(centsFor('BTC', 11n, rate)).toBe(1);
  expect(centsFor('BTC', 10n, rate)).toBe(0);
  expect(centsFor('ETH', 10n ** 16n, 2500_00000000n)).toBe(25_00);
});

test('more cents than can be counted are an error', () => {
  expect(() => centsFor('BTC', 10n ** 20n, 97250_00000000n)).toThrow('unsafe_cents');
});
