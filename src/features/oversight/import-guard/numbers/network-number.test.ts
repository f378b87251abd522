import { expect, it } from 'vitest';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { isNetworkNumber, touchesNetworkRange } from './network-number.ts';
import { NETWORK_RANGES, NETWORK_RANGES_SHA256 } from './network-ranges.ts';

const complete = (prefix: string, length: number, fill = '0') => {
  const body = prefix.padEnd(length - 1, fill);
  return body + luhnDigit(body);
};

it('is the table that was reviewed: a change needs a new hash, a new guard version and a release', () => {
  expect(NETWORK_RANGES_SHA256).toBe('7412374158bfcb561420a82a5e4ae9fa3ea608ae57de65945d06c3cb2dff5014');
});

it.each([...NETWORK_RANGES])(
  'knows both ends of $network $from-$to, with their lengths and no other',
  ({ from, to, lengths }) => {
    for (const prefix of [from, to]) {
      for (const length of lengths) {
        expect(isNetworkNumber(complete(prefix, length, '0'))).toBe(true);
        const wrong = complete(prefix, length).slice(0, -1) + ((Number(complete(prefix, length).at(-1)) + 1) % 10);
        expect(isNetworkNumber(wrong)).toBe(false);
      }
      expect(isNetworkNumber(complete(prefix, 13))).toBe(false);
      expect(touchesNetworkRange(prefix)).toBe(true);
    }
  },
);

it.each([
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '30569309025904',
  '3530111333300000',
  '2223003122003222',
])('knows the published test number of a network (%s)', (number) => {
  expect(isNetworkNumber(number)).toBe(true);
});

it.each(['603628', '600649', '777700', '988001', '707070', '0123'])(
  'leaves the closed-loop prefix %s free',
  (prefix) => {
    expect(touchesNetworkRange(prefix)).toBe(false);
  },
);

it.each(['6', '60', '601', '63', '637', '6375', '400000', '6221261', '504507', '860012', '9', '98', '1'])(
  'sees that %s lies in a range, or a range in it',
  (prefix) => {
    expect(touchesNetworkRange(prefix)).toBe(true);
  },
);

it.each([
  ['a digit too short for any network', '67', 11],
  ['a digit too long for any network', '67', 20],
])('knows no number that is %s', (_, prefix, length) => {
  expect(isNetworkNumber(complete(prefix, length))).toBe(false);
});

it.each([12, 19])('knows a number of %i digits, an end of the lengths', (length) => {
  expect(isNetworkNumber(complete('67', length))).toBe(true);
});
