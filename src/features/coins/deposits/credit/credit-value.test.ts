import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsFor, quoteUnits, unitsFor } from '#contracts/coin-amounts.ts';
import { COINS, type Coin } from '#contracts/coins.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { formatUnits } from '#platform/chain/units.ts';
import { requiredDepth } from '../required-depth.ts';
import { type CreditTerms, type CreditValue, centsOf, creditPart, creditValue, unitsOf } from './credit-value.ts';

const created_at = new Date('2026-11-21T12:00:00Z');
const at = (minutes: number) => new Date(created_at.getTime() + minutes * MINUTE_MS);
const ETH = 10n ** 18n;

const terms = (changes: Partial<CreditTerms> = {}): CreditTerms => ({
  coin: 'ETH',
  amount: ETH,
  first_seen_at: at(5),
  confirmed_at: at(10),
  quote: { amount: ETH, usd_e8: 2_000_0000_0000n, created_at, expires_at: at(20) },
  already_locked: 0n,
  already_locked_cents: 0,
  current_usd_e8: 1_000_0000_0000n,
  ...changes,
});

const cases: [string, Partial<CreditTerms>, number, bigint][] = [
  ['in time, exact', {}, 2000_00, ETH],
  ['in time, less', { amount: ETH / 2n }, 1000_00, ETH / 2n],
  ['in time, 105 %', { amount: (ETH * 105n) / 100n }, 2100_00, (ETH * 105n) / 100n],
  ['in time, twice: what is above 105 % at the rate of the day', { amount: 2n * ETH }, 3050_00, (ETH * 105n) / 100n],
  ['seen in time, confirmed after the lock ran out', { confirmed_at: at(60) }, 2000_00, ETH],
  ['seen just before expiry', { first_seen_at: new Date(at(20).getTime() - 1) }, 2000_00, ETH],
  ['seen at the moment of expiry', { first_seen_at: at(20) }, 1000_00, 0n],
  ['late', { first_seen_at: at(21), confirmed_at: at(40) }, 1000_00, 0n],
  ['confirmed just within a day', { confirmed_at: at(24 * 60) }, 2000_00, ETH],
  ['confirmed after a day', { confirmed_at: at(24 * 60 + 1) }, 1000_00, 0n],
  ['a second payment of the same quote', { already_locked: ETH, already_locked_cents: 2000_00 }, 1050_00, ETH / 20n],
  ['no rate of the day, but all of it locked', { current_usd_e8: null }, 2000_00, ETH],
];
test.each(cases)('%s', (_, changes, cents, locked) => {
  const value = creditValue(terms(changes));
  expect([value && centsOf(value), value?.locked]).toEqual([cents, locked]);
});

test('without a rate of the day, what needs one waits', () => {
  expect(creditValue(terms({ amount: 2n * ETH, current_usd_e8: null }))).toBeNull();
  expect(creditPart(terms({ amount: 2n * ETH, current_usd_e8: null }), 1_00)).toBeNull();
});

test('two parts of a quote that each end in half a cent are together worth the whole', () => {
  const quote = { amount: unitsFor('BTC', 20_01, 97_000_0000_0000n), usd_e8: 97_000_0000_0000n };
  const asked = terms({ coin: 'BTC', quote: { ...quote, created_at, expires_at: at(20) } });
  const half = quote.amount / 2n;
  const first = creditValue({ ...asked, amount: half })!;
  const second = creditValue({
    ...asked,
    amount: quote.amount - half,
    already_locked: half,
    already_locked_cents: first.locked_cents,
  })!;
  expect(centsOf(first) + centsOf(second)).toBe(20_01);
});

const coin = fc.constantFrom(...COINS);
const rate = fc.bigInt(1_0000_0000n, 10_000_000_0000_0000n);

test('paying exactly what was quoted credits the cents asked for, and one unit less never more', () => {
  fc.assert(
    fc.property(coin, fc.integer({ min: 1, max: 100_000_000 }), rate, (name, cents, usd_e8) => {
      const units = unitsFor(name, cents, usd_e8);
      expect(centsFor(name, units, usd_e8)).toBeGreaterThanOrEqual(cents);
      const quoted = quoteUnits(name, cents, usd_e8);
      expect(quoted).toBeGreaterThanOrEqual(units);
      expect(quoted - units).toBeLessThan(10n ** BigInt(COIN_DECIMALS[name] - 8));
      expect(formatUnits(quoted, COIN_DECIMALS[name])).toMatch(/^\d+(\.\d{1,8})?$/);
      expect(centsFor(name, units - 1n, usd_e8)).toBeLessThan(cents);
    }),
  );
});

test('more cents than can be counted are an error', () => {
  expect(centsFor('BTC', BigInt(Number.MAX_SAFE_INTEGER) * 10n ** 8n, 1_0000_0000n / 100n)).toBe(
    Number.MAX_SAFE_INTEGER,
  );
  expect(() => centsFor('BTC', BigInt(Number.MAX_SAFE_INTEGER + 1) * 10n ** 8n, 1_0000_0000n / 100n)).toThrow(
    RangeError,
  );
});

test('what is worth exactly the room is credited whole, down to the units that make no cent', () => {
  const amount = ETH / 2n + 1n;
  expect(creditPart(terms({ amount }), 1000_00)).toMatchObject({ locked: amount, locked_cents: 1000_00 });
});

test('without room nothing is credited, also when the units credited before were worth a fraction of a cent more', () => {
  const before = { already_locked: ETH / 10n + 7n, already_locked_cents: 200_00 };
  expect(creditPart(terms(before), 0)).toEqual({ locked: 0n, locked_cents: 0, current: 0n, current_cents: 0 });
});

/** Up to 10,000 coins with 8 decimals, or about 100 with 18. */
const units = fc.bigInt(1n, 10n ** 12n);
const grain = (name: Coin) => (name === 'ETH' ? 10n ** 8n + 7n : 1n);

/** A quote, its deposits in some order, and the room available at each attempt to credit. */
const stories = fc.record({
  coin,
  locked_rate: rate,
  current_rate: rate,
  quoted: units,
  deposits: fc.array(fc.record({ units, late: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
  rooms: fc.array(fc.integer({ min: 0, max: 500_000 }), { maxLength: 12 }),
});
type Story = typeof stories extends fc.Arbitrary<infer T> ? T : never;

/** Credits each deposit as far as there is room, then the rest, and returns every booking. */
function bookAll({ coin, locked_rate, current_rate, quoted, deposits, rooms }: Story) {
  const quote = { amount: quoted * grain(coin), usd_e8: locked_rate, created_at, expires_at: at(20) };
  const left = deposits.map(({ units }) => units * grain(coin));
  const bookings: (CreditValue & { room: number })[] = [];
  const sums = { already_locked: 0n, already_locked_cents: 0 };
  const credit = (index: number, room: number) => {
    const { late } = deposits[index]!;
    const first_seen_at = late ? at(30) : at(5);
    const value = creditPart(
      { coin, amount: left[index]!, first_seen_at, confirmed_at: at(40), quote, current_usd_e8: current_rate, ...sums },
      room,
    )!;
    left[index]! -= unitsOf(value);
    sums.already_locked += value.locked;
    sums.already_locked_cents += value.locked_cents;
    bookings.push({ ...value, room });
  };
  for (const [turn, room] of rooms.entries()) credit(turn % deposits.length, room);
  for (const index of deposits.keys()) credit(index, Number.MAX_SAFE_INTEGER);
  return { bookings, left, sums };
}
const total = (values: CreditValue[]) => values.reduce((sum, value) => sum + centsOf(value), 0);

test('however a payment comes and whatever is held meanwhile: every unit once, never over the room or over its worth', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { bookings, left, sums } = bookAll(story);
      expect(left.every((units) => units === 0n)).toBe(true);
      for (const value of bookings) {
        expect(centsOf(value)).toBeLessThanOrEqual(value.room);
        expect([value.locked >= 0n, value.current >= 0n]).toEqual([true, true]);
      }
      const current = bookings.reduce((sum, value) => sum + value.current, 0n);
      expect(sums.already_locked).toBeLessThanOrEqual((story.quoted * grain(story.coin) * 105n) / 100n);
      const worth =
        centsFor(story.coin, sums.already_locked, story.locked_rate) +
        centsFor(story.coin, current, story.current_rate);
      expect(total(bookings)).toBeLessThanOrEqual(worth);
      // Rounding costs less than a cent per booking at the current rate, and less than a cent for all locked ones
      // together.
      expect(total(bookings)).toBeGreaterThan(worth - bookings.length - 1);
    }),
    { numRuns: 500 },
  );
});

test('the order of deposits changes nothing about what the lock gives, and less than a cent for each of the rest', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const forward = bookAll({ ...story, rooms: [] });
      const backward = bookAll({ ...story, deposits: story.deposits.toReversed(), rooms: [] });
      expect(backward.sums).toEqual(forward.sums);
      expect(Math.abs(total(backward.bookings) - total(forward.bookings))).toBeLessThan(story.deposits.length + 1);
    }),
    { numRuns: 500 },
  );
});

test('a part fills its room, but for what one unit more would be worth', () => {
  fc.assert(
    fc.property(
      stories,
      fc.integer({ min: 1, max: 500_000 }),
      ({ coin, locked_rate, current_rate, quoted, deposits }, room) => {
        const deposit = terms({
          coin,
          amount: deposits[0]!.units * grain(coin),
          quote: { amount: quoted * grain(coin), usd_e8: locked_rate, created_at, expires_at: at(20) },
          current_usd_e8: current_rate,
        });
        const part = creditPart(deposit, room)!;
        if (unitsOf(part) === deposit.amount) return;
        const next = creditPart({ ...deposit, amount: unitsOf(part) + 1n }, Number.MAX_SAFE_INTEGER)!;
        expect(centsOf(part) === room || centsOf(next) > room).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['BTC', 3, 6],
  ['ETH', 12, 64],
  ['LTC', 6, 12],
] as const)('%s needs %i confirmations, and %i from $1,000 on', (coin, usual, large) => {
  expect(requiredDepth(coin, 999_99)).toBe(usual);
  expect(requiredDepth(coin, 1_000_00)).toBe(large);
});
