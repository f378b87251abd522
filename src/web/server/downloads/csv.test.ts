import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '#contracts/to-csv.ts';
import { csvFile } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-2', "'-2"],
  ['@sum', "'@sum"],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['\n=1+1', `"'\n=1+1"`],
  ['＝1+1', "'＝1+1"],
  ['－2', "'－2"],
  ['a;=HYPERLINK("x")', `"a;'=HYPERLINK(""x"")"`],
  ['a\t-1', `"a\t'-1"`],
  ['a\n@b;+c', `"a\n'@b;'+c"`],
  ['%0A=1', "'%0A=1"],
  ['|calc', "'|calc"],
  ['a; b', '"a; b"'],
  ['a=b', 'a=b'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  [-2.5, '-2.5'],
])('%j is written as %j', (cell, written) => {
  expect(toCsv([[cell]])).toBe(`${written}\r\n`);
});

test.each([
  [480, '4.80'],
  [-500, '-5.00'],
  [1, '0.01'],
  [0, '0.00'],
  [900719925474099, '9007199254740.99'],
])('an amount of %i cents is written with two decimals', (cents, written) => {
  expect(toCsv([[{ cents }]])).toBe(`${written}\r\n`);
});

test('no text of anybody begins a cell as a formula does, whatever the spreadsheet divides cells at', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = toCsv([[text]])
        .slice(0, -2)
        .replace(/^"/, '');
      expect(cell).not.toMatch(/(^|[;\t\r\n])[=+\-@＝＋－＠|%]/);
    }),
  );
});

test('a file is saved under its name and kept by no cache', async () => {
  const file = csvFile('a-2026.csv', [['x'], [1]]);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="a-2026.csv"');
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  expect(await file.text()).toBe('x\r\n1\r\n');
});
