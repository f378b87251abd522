import { expect, test } from 'vitest';
import { readSort, sortRows, sortText } from './sort.ts';

test('a sort is read from the URL and written back; a column that is no sort is none', () => {
  expect(readSort('held', ['held'])).toEqual({ key: 'held', descending: false });
  expect(readSort('-held', ['held'])).toEqual({ key: 'held', descending: true });
  expect(sortText({ key: 'held', descending: true })).toBe('-held');
  for (const text of [null, '', '-', 'other', '--held']) expect(readSort(text, ['held'])).toBeNull();
});

test.each([
  ['words', ['pear', 'Äpfel', 'zebra'], ['Äpfel', 'pear', 'zebra']],
  ['numbers', [10, 9, 100], [9, 10, 100]],
  ['units of a coin', [2n ** 70n, 3n, 2n ** 69n], [3n, 2n ** 69n, 2n ** 70n]],
])('%s are sorted by what they are', (_what, given, wanted) => {
  expect(sortRows<string | number | bigint>(given, (one) => one, false)).toEqual(wanted);
  expect(sortRows<string | number | bigint>(given, (one) => one, true)).toEqual(wanted.toReversed());
});

test('what has no value comes last either way, and equals keep their order', () => {
  const rows = [
    { n: null, id: 1 },
    { n: 2, id: 2 },
    { n: 1, id: 3 },
    { n: 2, id: 4 },
  ];
  const ids = (descending: boolean) => sortRows(rows, ({ n }) => n, descending).map(({ id }) => id);
  expect(ids(false)).toEqual([3, 2, 4, 1]);
  expect(ids(true)).toEqual([2, 4, 3, 1]);
});
