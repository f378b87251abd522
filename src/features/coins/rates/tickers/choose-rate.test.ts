import { expect, test } from 'vitest';
import { HOUR_S } from '#contracts/time-units.ts';
import { chooseRate } from './choose-rate.ts';
import { decimalPrice } from './decimal-price.ts';

const now = new Date('2026-11-21T12:00:00Z');
const price = (usd: number, ageSeconds = 5) => ({
  source: `s${usd}`,
  usd_e9: decimalPrice(usd),
  at: new Date(now.getTime() - ageSeconds * 1000),
});

test('the median of fresh sources is taken, and a source far off does not count', () => {
  expect(chooseRate([price(1000), price(100), price(101)], now, null)).toEqual({
    usd_e9: 101_000_000_000n,
    sources: ['s100', 's101'],
    jumped: false,
  });
  expect(chooseRate([price(100), price(102)], now, null)).toMatchObject({ usd_e9: 101_000_000_000n });
});

test.each([
  ['no price at all', [], null, /no source/],
  ['only stale prices', [price(100, 601), price(100, 7200)], null, /no source/],
  ['one source alone', [price(100)], null, /one source alone/],
  ['a source that answers twice', [price(100), { ...price(101), source: 's100' }], null, /one source alone/],
  ['two sources of which each is near the middle', [price(100), price(105.9)], null, /disagree/],
  ['two sources apart', [price(100), price(150)], null, /disagree/],
  ['half of four sources apart', [price(50), price(100), price(101), price(200)], null, /disagree/],
])('%s is refused', (_, prices, previous, reason) => {
  expect(chooseRate(prices, now, previous)).toEqual({ refused: expect.stringMatching(reason) });
});

test('a rate more than 20 % away from the reference has jumped; a stale source beside fresh ones does not count', () => {
  const at = (usd: number) => chooseRate([price(usd), price(usd + 0.001)], now, decimalPrice(100));
  expect(at(119.9)).toMatchObject({ jumped: false });
  expect(at(121)).toMatchObject({ jumped: true });
  expect(at(79)).toMatchObject({ jumped: true });
  const choice = chooseRate([price(100), price(100.5), price(500, HOUR_S)], now, null);
  expect(choice).toMatchObject({ sources: ['s100', 's100.5'], jumped: false });
});

test('prices are exact: text and numbers, exponents, no negatives, no words', () => {
  expect(decimalPrice('61000.123456789')).toBe(61_000_123_456_789n);
  expect(decimalPrice(6.1e4)).toBe(61_000_000_000_000n);
  expect(decimalPrice('1e-9')).toBe(1n);
  for (const wrong of ['-1', '0', '0.0000000001', 'NaN', '', '1,000', null, undefined, {}]) {
    expect(() => decimalPrice(wrong)).toThrow(/not a price/);
  }
});
