import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsFor, unitsFor } from './amounts.ts';
import { type CreditTerms, creditValue } from './credit-value.ts';
import { requiredDepth } from './required-depth.ts';

const created_at = new Date('2026-11-21T12:00:00Z');
const at = (minutes: number) => new Date(created_at.getTime() + minutes * 60_000);
const ETH = 10n ** 18n;

const terms = (changes: Partial<CreditTerms> = {}): CreditTerms => ({
  coin: 'ETH',
  amount: ETH,
  first_seen_at: at(5),
  now: at(10),
  quote: { amount: ETH, usd_e8: 2_000_0000_0000n, created_at, expires_at: at(20) },
  already_locked: 0n,
  current_usd_e8: 1_000_0000_0000n,
  ...changes,
});

test.each([
  ['in time, exact', {}, 2000_00, ETH],
  ['in time, less', { amount: ETH / 2n }, 1000_00, ETH / 2n],
  ['in time, 105 %', { amount: (ETH * 105n) / 100n }, 2100_00, (ETH * 105n) / 100n],
  [
    'in time, twice: the part above 105 % at the rate of the day',
    { amount: 2n * ETH },
    2100_00 + 950_00,
    (ETH * 105n) / 100n,
  ],
  ['seen in time, confirmed after the lock ran out', { now: at(60) }, 2000_00, ETH],
  ['seen at the moment of expiry', { first_seen_at: at(20) }, 1000_00, 0n],
  ['late', { first_seen_at: at(21), now: at(40) }, 1000_00, 0n],
  ['confirmed a day late', { now: at(24 * 60 + 1) }, 1000_00, 0n],
  ['a second payment of the same quote', { already_locked: ETH }, 100_00 + 950_00, ETH / 20n],
  ['no rate of the day, but all of it locked', { current_usd_e8: null }, 2000_00, ETH],
] as const)('%s', (_, changes, cents, locked) => {
  expect(creditValue(terms(changes))).toEqual({ cents, locked });
});

test('without a rate of the day, what needs one waits', () => {
  expect(creditValue(terms({ amount: 2n * ETH, current_usd_e8: null }))).toBeNull();
});

test('paying exactly what was quoted credits the cents asked for, and one unit less never more', () => {
  const coin = fc.constantFrom('BTC', 'ETH', 'LTC' as const);
  const rate = fc.bigInt(1_0000_0000n, 1_000_000_0000_0000n);
  fc.assert(
    fc.property(coin, fc.integer({ min: 1, max: 100_000_000 }), rate, (name, cents, usd_e8) => {
      const units = unitsFor(name, cents, usd_e8);
      expect(centsFor(name, units, usd_e8)).toBeGreaterThanOrEqual(cents);
      expect(centsFor(name, units - 1n, usd_e8)).toBeLessThan(cents);
    }),
  );
});

test('large sums need more confirmations', () => {
  expect(requiredDepth('ETH', 999_99)).toBe(12);
  expect(requiredDepth('ETH', 1_000_00)).toBe(64);
});
