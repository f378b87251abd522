import { expect, test } from 'vitest';
import { formatFace, formatMoney, formatUnits, parseDollars } from './format.ts';

test('money shows its cents, a face value only when it has some', () => {
  expect(formatMoney(125000)).toBe('$1,250.00');
  expect(formatFace(2500, 'EUR')).toBe('€25');
  expect(formatFace(2550, 'USD')).toBe('$25.50');
});

test('coins are exact to the last unit', () => {
  expect(formatUnits('1', 'ETH')).toBe('0.000000000000000001');
  expect(formatUnits('1234500000000000000', 'ETH')).toBe('1.2345');
  expect(formatUnits('100000000', 'BTC')).toBe('1');
  expect(formatUnits('0', 'LTC')).toBe('0');
});

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['$1,200.05', 120005],
  [' 0.10 ', 10],
  ['12.', 1200],
])('%s is %d cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test.each(['', 'ten', '1.234', '-5', '1e3', '1,2', '12345678901'])('%j is no amount', (text) => {
  expect(parseDollars(text)).toBeUndefined();
});
