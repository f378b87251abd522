import { expect, test } from 'vitest';
import { inFours } from './in-fours.ts';

test.each([
  ['ABCD1234EFGH', 'ABCD 1234 EFGH'],
  ['ABCD1234EF', 'ABCD 1234 EF'],
  ['ABCD-1234-EFGH', 'ABCD-1234-EFGH'],
  ['730415', '730415'],
])('%s is shown as %s', (code, shown) => {
  expect(inFours(code)).toBe(shown);
});
