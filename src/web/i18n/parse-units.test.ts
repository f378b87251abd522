import { expect, test } from 'vitest';
import { parseUnits } from './parse-units.ts';

test.each([
  ['12', 2, '1200'],
  ['0', 2, '0'],
  [' 12.5 ', 2, '1250'],
  ['12,50', 2, '1250'],
  ['0.00012345', 8, '12345'],
  ['0,125', 8, '12500000'],
  ['1.000000000000000001', 18, '1000000000000000001'],
  ['12.345', 2, undefined],
  ['1.200,50', 2, undefined],
  ['1,200.50', 2, undefined],
  ['', 2, undefined],
  ['-1', 2, undefined],
  ['1e3', 2, undefined],
  ['=1', 2, undefined],
  ['1234567890123', 2, undefined],
])('%j with %i decimals is %s', (text, decimals, units) => {
  expect(parseUnits(text, decimals)).toBe(units);
});
