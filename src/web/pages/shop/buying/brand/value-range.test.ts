import { expect, test } from 'vitest';
import { valueRange } from '#web/ui/brand/value-range.ts';

const values = (currency: string, ...faces: number[]) => faces.map((face_cents) => ({ currency, face_cents }));

test.each([
  ['nothing', [], null],
  ['one value', values('EUR', 5_00), { currency: 'EUR', low: 5_00, high: 5_00, more: false }],
  ['any order', values('USD', 50_00, 5_00, 25_00), { currency: 'USD', low: 5_00, high: 50_00, more: false }],
  [
    'the currency with most values',
    [...values('EUR', 10_00), ...values('USD', 5_00, 25_00)],
    { currency: 'USD', low: 5_00, high: 25_00, more: true },
  ],
])('the range of %s', (_what, given, expected) => {
  expect(valueRange(given)).toEqual(expected);
});
