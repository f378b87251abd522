import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
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
  formatNumber,
  formatRate,
  formatRateOfHundred,
  formatShortCoins,
  formatSmallest,
  formatTime,
} from './format.ts';
import { formatMessage } from './format-message.ts';
import { message } from './message.ts';

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
  expect(decimalUnits('-5000', 'BTC')).toBe('-0.00005');
  expect(formatCoins('en', '1', 'ETH')).toBe('0.000000000000000001 ETH');
  expect(formatCoins('de', '123450000001', 'BTC')).toBe('1.234,50000001 BTC');
  expect(formatShortCoins('en', '72645619067694274', 'ETH')).toBe('0.07264561 ETH');
  expect(formatShortCoins('de', '72645619067694274', 'ETH', 'ceil')).toBe('0,07264562 ETH');
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

test('Spanish and Arabic write amounts in digits that a form takes', () => {
  expect(plain(formatMoney('es', 125050))).toBe('1250,50 US$');
  expect(formatNumber('ar', 1234.5)).toBe('1,234.5');
  expect(formatDay('ar', '2026-07-01')).toMatch(/01.*07.*2026/);
});

test('a value keeps its own direction in a text from right to left', () => {
  const said = (locale: string) => {
    const messages = { 'card.until': compileMessageOrThrow('until {day}') };
    const i18n = setupI18n({ locale, messages: { [locale]: messages } });
    return formatMessage({ i18n }, message('card.until', { day: 'A1' }));
  };
  expect([said('ar'), said('es')]).toEqual(['until \u2068A1\u2069', 'until A1']);
});

test('amounts have the decimals of their currency, and a part that it does not have is not hidden', () => {
  expect(plain(formatMoney('en', 125, 'KWD'))).toBe('KWD 1.250');
  expect(plain(formatMoney('de', 125, 'KWD'))).toBe('1,250 KWD');
  expect(plain(formatMoney('en', 125_000, 'JPY'))).toBe('¥1,250');
  expect(plain(formatMoney('en', 125_050, 'JPY'))).toBe('¥1,250.50');
  expect(plain(formatFace('en', 500, 'KWD'))).toBe('KWD 5');
  expect(plain(formatFace('en', 525, 'KWD'))).toBe('KWD 5.250');
});

test('what a bank books is counted in the smallest units of the currency', () => {
  expect(plain(formatSmallest('en', '12345', 'KWD'))).toBe('KWD 12.345');
  expect(plain(formatSmallest('en', '-5', 'KWD'))).toBe('-KWD 0.005');
  expect(plain(formatSmallest('en', '1250', 'JPY'))).toBe('¥1,250');
  expect(plain(formatSmallest('de', '-120050', 'EUR'))).toBe('-1.200,50 €');
  expect(plain(formatSmallest('en', '90071992547409931', 'USD'))).toBe('$900,719,925,474,099.31');
});

test.each([
  [1_083_457_000, 'en', '108.3457'],
  [39_370, 'en', '0.003937'],
  [939, 'de', '0,0000939'],
  [1_234_567_891, 'en', '123.4567891'],
])('a rate of %i billionths is shown to the last of them: %s %s', (usd_e9, locale, shown) => {
  expect(formatRateOfHundred(locale, usd_e9)).toBe(shown);
});

test.each([
  ['1.084', '$1.0840'],
  ['0.00003937', '$0.000039370'],
  ['0.000000939', '$0.000000939'],
])('the rate of a currency keeps its digits, however little one unit is worth: %s', (usd, shown) => {
  expect(formatRate('en', usd)).toBe(shown);
});
