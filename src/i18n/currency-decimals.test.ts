import { expect, test } from 'vitest';
import { currencyDecimals, hundredthsOf, plainHundredths } from './currency-decimals.ts';

test.each([
  ['USD', 2],
  ['EUR', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['IQD', 3],
  ['LBP', 2],
  ['CLF', 4],
])('an amount in %s has %d decimals by ISO 4217', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});

test.each([
  ['25.00', 'USD', 2500],
  ['25.5', 'USD', 2550],
  ['25', 'USD', 2500],
  ['1.250', 'KWD', 125],
  ['1.25', 'KWD', 125],
  ['1000', 'JPY', 100_000],
  ['1000.00', 'JPY', 100_000],
  ['1.2500', 'CLF', 125],
])('%s %s is %d hundredths', (text, currency, hundredths) => {
  expect(hundredthsOf(text, currency)).toBe(hundredths);
});

test.each([
  ['1.255', 'KWD'],
  ['1.2500', 'KWD'],
  ['25.000', 'USD'],
  ['25.123', 'EUR'],
  ['1000.50', 'JPY'],
  ['1000.000', 'JPY'],
  ['', 'USD'],
  ['-5', 'USD'],
  ['1,250', 'KWD'],
  ['1234567890', 'USD'],
])('%j %s is no amount that can be held', (text, currency) => {
  expect(hundredthsOf(text, currency)).toBeUndefined();
});

test.each([
  [2500, 'USD', '25.00'],
  [125, 'KWD', '1.250'],
  [100_000, 'JPY', '1000'],
  [100_050, 'JPY', '1000.50'],
  [-480, 'USD', '-4.80'],
])('%d hundredths of %s are written %s', (hundredths, currency, text) => {
  expect(plainHundredths(hundredths, currency)).toBe(text);
});
