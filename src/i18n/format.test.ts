import { expect, test } from 'vitest';
import {
  countryName,
  decimalUnits,
  formatClock,
  formatCoins,
  formatDay,
  formatFace,
  formatMoney,
  formatMonth,
  formatTime,
} from './format.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('money shows its cents, a face value only when it has some', () => {
  expect(formatMoney('en', 125000)).toBe('$1,250.00');
  expect(formatFace('en', 2500, 'EUR')).toBe('€25');
  expect(formatFace('en', 2550, 'USD')).toBe('$25.50');
});

test('German money has its point, comma and sign where German has them', () => {
  expect(plain(formatMoney('de', 125000))).toBe('1.250,00 $');
  expect(plain(formatFace('de', 2500, 'EUR'))).toBe('25 €');
});

test('coins are exact to the last unit', () => {
  expect(decimalUnits('1', 'ETH')).toBe('0.000000000000000001');
  expect(decimalUnits('1234500000000000000', 'ETH')).toBe('1.2345');
  expect(decimalUnits('100000000', 'BTC')).toBe('1');
  expect(decimalUnits('0', 'LTC')).toBe('0');
  expect(formatCoins('en', '1', 'ETH')).toBe('0.000000000000000001 ETH');
  expect(formatCoins('de', '123450000001', 'BTC')).toBe('1.234,50000001 BTC');
});

test('a moment names its zone and is in it; a day is the same everywhere', () => {
  const at = '2026-07-01T22:30:00.000Z';
  expect(formatTime('en', at)).toBe('1 Jul 2026, 22:30 UTC');
  expect(formatTime('de', at)).toBe('01.07.2026, 22:30 UTC');
  expect(formatTime('de', at, 'Europe/Berlin')).toBe('02.07.2026, 00:30 MESZ');
  expect(formatClock('en', at)).toBe('22:30');
  expect(formatClock('de', at, 'Europe/Berlin')).toBe('00:30');
  expect(formatDay('en', '2026-07-01')).toBe('1 Jul 2026');
  expect(formatDay('de', '2026-07-01')).toBe('01.07.2026');
  expect(formatMonth('en', '2026-07')).toBe('July 2026');
  expect(formatMonth('de', '2026-03')).toBe('März 2026');
});

test('countries are named in the language', () => {
  expect([countryName('en', 'DE'), countryName('de', 'DE'), countryName('de', '??')]).toEqual([
    'Germany',
    'Deutschland',
    '??',
  ]);
});
