import { expect, it } from 'vitest';
import { fitCode, fitPin } from '#contracts/supply/codes/fit-code.ts';
import { findDelimiter } from '#contracts/supply/stock-file/find-delimiter.ts';
import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import { readAmount } from '#contracts/supply/stock-file/read-amount.ts';
import { readDate } from '#contracts/supply/stock-file/read-date.ts';

it.each([
  ['25', 'USD', '25'],
  ['25.5', 'USD', '25.50'],
  ['25,5', 'EUR', '25.50'],
  ['1.234,50', 'EUR', '1234.50'],
  ['1,234.50', 'USD', '1234.50'],
  ['1.234.567', 'EUR', '1234567'],
  ['1\u202f234,50 €', 'EUR', '1234.50'],
  ['$ 25', 'CAD', '25'],
  ['eur 25', 'EUR', '25'],
  ['Fr. 20', 'CHF', '20'],
  ['1.250', 'KWD', '1.250'],
])('the amount %j in %s is read as %s', (text, currency, plain) => {
  expect(readAmount(text, currency)).toMatchObject({ plain });
});

it.each([
  ['1.234', 'EUR', { hint: 'thousands' }],
  ['1,234', 'USD', { hint: 'thousands' }],
  ['1,250', 'KWD', { hint: 'thousands' }],
  ['€25', 'USD', { hint: 'currency_sign' }],
  ['25 GBP', 'EUR', { hint: 'currency_sign' }],
  ['-25', 'EUR', undefined],
  ['=25', 'EUR', undefined],
  ['1.23E+15', 'EUR', undefined],
  ['1.2.3', 'EUR', undefined],
  ['1,23,456', 'EUR', undefined],
  ['twenty', 'EUR', undefined],
  ['', 'EUR', undefined],
])('the amount %j in %s is not read', (text, currency, expected) => {
  expect(readAmount(text, currency)).toEqual(expected);
});

it.each([
  ['31.12.2040', null, '2040-12-31'],
  ['1.2.40', null, '2040-02-01'],
  ['31/12/2040', null, '2040-12-31'],
  ['12/31/40', null, '2040-12-31'],
  ['06/06/2040', null, '2040-06-06'],
  ['05/06/2040', 'dmy', '2040-06-05'],
  ['05/06/2040', 'mdy', '2040-05-06'],
  ['2040/1/5', null, '2040-01-05'],
  ['2040-12-31T00:00:00Z', null, '2040-12-31'],
] as const)('the date %j with the order %j is read as %s', (text, order, day) => {
  expect(readDate(text, order)).toMatchObject({ day });
});

it.each([
  ['05/06/2040', { hint: 'date_order' }],
  ['05-06-40', { hint: 'date_order' }],
  ['48580', { hint: 'date_serial' }],
  ['48580.0', { hint: 'date_serial' }],
  ['31/31/2040', undefined],
  ['2040-12-31 10:30', undefined],
  ['12/2040', undefined],
  ['31.12/2040', undefined],
])('the date %j is not read', (text, expected) => {
  expect(readDate(text, null)).toEqual(expected);
});

it.each([
  ['"code";"pin";"face_value"\n', ';'],
  ['"code"\t"pin"\n', '\t'],
  ['"code","face; value"\n', ','],
  [',,\n"a;b;c","d"\n', ','],
  ['code;"a, b, c"\n', ';'],
])('the header %j is separated by %j', (header, delimiter) => {
  expect(findDelimiter(header)).toEqual({ delimiter, from: 0 });
});

it('a code gets the groups, separators and letters of its mask, and nothing else is changed', () => {
  const alnum = { kind: 'alnum' as const, groups: [4, 4], sep: '-' as const, alphabet: 'ABCDEFGH2345' };
  expect(fitCode(alnum, 'abcd 2345')).toBe('ABCD-2345');
  expect(fitCode(alnum, 'abcd234')).toBe('abcd234');
  expect(fitCode(alnum, 'abcd23ſ5')).toBe('abcd23ſ5');
  expect(fitCode({ kind: 'numeric', length: 8, prefix: '9' }, '9123-4567')).toBe('91234567');
  expect(fitCode({ kind: 'numeric', length: 8, prefix: '9' }, '9123-456x')).toBe('9123-456x');
  const link = { kind: 'link', host: 'a.example', path: '/c/', length: 16, alphabet: 'abc' } as const;
  expect(fitCode(link, 'https://a.example/c/abcabcabcabcabca')).toBe('https://a.example/c/abcabcabcabcabca');
  expect(fitPin({ kind: 'alnum', length: 4, alphabet: 'ABCD' }, 'ab-cd')).toBe('ABCD');
  expect(fitPin({ kind: 'numeric', length: 4 }, '12345')).toBe('12345');
  expect(fitPin(null, 'x')).toBe('x');
});

it.each([
  ['Gift Code', 'code'],
  ['Code-Nr.', undefined],
  ['Nennwert', 'face_value'],
  ['WÄHRUNG', 'currency'],
  ['Numéro de série', 'serial'],
  ['Válido hasta', 'expires_on'],
  ['Geldig tot', 'expires_on'],
  ['Gültig bis', 'expires_on'],
  ['Kartennummer', 'code'],
  ['Notiz', undefined],
  ['Price', undefined],
])('a column named %j is taken for %s', (name, column) => {
  expect(guessColumn(name)).toBe(column);
});
