import { describe, expect, it } from 'vitest';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import type { Column } from './check-header.ts';
import type { CodeFormat } from './masks/format.ts';
import { isNetworkNumber } from './numbers/network-number.ts';
import { rowGuard } from './row-guard.ts';

const FORMAT: CodeFormat = {
  code: { kind: 'alnum', groups: [5, 5, 5], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' },
  pin: { kind: 'numeric', length: 6 },
};
const COLUMNS: Column[] = ['code', 'pin', 'face_value', 'currency', 'expires_on', 'serial', 'activation_ref'];
const GOOD = ['HT4KQ-7WXB2-MN9RD', '730415', '25.00', 'EUR', '2033-01-31', 'S-1', 'A.1'];

const judge = (changes: Partial<Record<Column, string>>) =>
  rowGuard(FORMAT, COLUMNS)(COLUMNS.map((column, at) => changes[column] ?? GOOD[at]!));

describe('a row of stock', () => {
  it('is read with its face value in cents', () => {
    expect(judge({})).toEqual({
      row: {
        code: 'HT4KQ-7WXB2-MN9RD',
        pin: '730415',
        face_value_cents: 2500,
        currency: 'EUR',
        expires_on: '2033-01-31',
      },
    });
  });

  it('is read where a code came in full-width letters', () => {
    expect(judge({ code: 'ＨＴ４ＫＱ-7WXB2-MN9RD' })).toMatchObject({ row: { code: 'HT4KQ-7WXB2-MN9RD' } });
  });

  it.each<[Column, string]>([
    ['code', 'HT4KQ-7WXB2-MN9R'],
    ['code', 'HT4KQ-7WXB2-MN9RDD'],
    ['code', 'ht4kq-7wxb2-mn9rd'],
    ['code', 'HT4KQ 7WXB2 MN9RD'],
    ['code', 'HT4KO-7WXB2-MN9RD'],
    ['code', ''],
    ['code', '=HT4KQ-7WXB2'],
    ['pin', '73041'],
    ['pin', '73041A'],
    ['pin', ''],
    ['face_value', '25.0'],
    ['face_value', '025.00'],
    ['face_value', '-25'],
    ['face_value', '0.00'],
    ['face_value', '1.2E+15'],
    ['currency', 'eur'],
    ['currency', '€'],
    ['expires_on', '2033-02-30'],
    ['expires_on', '31.01.2033'],
    ['serial', '+SUM(A1)'],
    ['serial', '@import'],
    ['serial', '\tS1'],
    ['serial', 'two words'],
    ['activation_ref', 'x'.repeat(41)],
  ])('is refused alone when %s is %j (IG-15)', (column, value) => {
    expect(judge({ [column]: value })).toEqual({ rule: 'IG-15', column });
  });

  it.each([
    ['KWD', '1.250', 125],
    ['JPY', '10000', 1_000_000],
    ['JPY', '10000.00', 1_000_000],
    ['VND', '2000000', 200_000_000],
  ])('has a face value with the decimals of its currency: %s %s', (currency, text, face_value_cents) => {
    const guard = rowGuard(FORMAT, ['code', 'pin', 'face_value'], currency);
    expect(guard(['HT4KQ-7WXB2-MN9RD', '730415', text])).toMatchObject({ row: { face_value_cents } });
  });

  it.each([
    ['KWD', '1.255'],
    ['JPY', '1000.50'],
    ['EUR', '25.000'],
    ['USD', '123456789'],
  ])('is refused for a face value that %s has not: %s (IG-15)', (currency, text) => {
    const guard = rowGuard(FORMAT, ['code', 'pin', 'face_value'], currency);
    expect(guard(['HT4KQ-7WXB2-MN9RD', '730415', text])).toEqual({ rule: 'IG-15', column: 'face_value' });
  });

  it('is refused with a cell too many or too few, but a card number in the extra cell is found first', () => {
    const guard = rowGuard(FORMAT, ['code', 'pin']);
    expect(guard(['HT4KQ-7WXB2-MN9RD'])).toEqual({ rule: 'IG-15', column: null });
    expect(guard(['HT4KQ-7WXB2-MN9RD', '730415', 'x'])).toEqual({ rule: 'IG-15', column: null });
    expect(guard(['HT4KQ-7WXB2-MN9RD', '730415', '4111111111111111'])).toEqual({ rule: 'IG-01', column: null });
  });

  it.each(['ann@example.com', '078-05-1120', '(212) 555-0199', '+1 212-555-0199'])(
    'refuses the file for personal data beside the code: %s',
    (value) => {
      expect(judge({ serial: value })).toEqual({ rule: 'IG-16', column: 'serial' });
    },
  );

  it.each<[string, string]>([
    ['%B4111111111111111^DOE/JOHN^30121010000000', 'IG-03'],
    ['4111111111111111=30121010000000', 'IG-04'],
    ['4111111111111112D30121010000000', 'IG-04'],
    ['4111111111111112|12|27|123', 'IG-07'],
    ['411111xxxxxx1111', 'IG-08'],
    ['411111******1111', 'IG-08'],
    ['41I1111111111111', 'IG-09'],
    ['NDExMTExMTExMTExMTExMQ==', 'IG-10'],
    ['34313131313131313131313131313131', 'IG-10'],
    ['card:4111 1111 1111 1111', 'IG-02'],
    ['4111x4111111111111111', 'IG-02'],
  ])('finds what %j hides', (value, rule) => {
    expect(judge({ serial: value })).toEqual({ rule, column: 'serial' });
  });
});

const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const alnum = (groups: number[], sep: '' | '-' | ' ', pin?: number): CodeFormat => ({
  code: { kind: 'alnum', groups, sep, alphabet: MIXED },
  pin: pin ? { kind: 'numeric', length: pin } : null,
});
const LINK: CodeFormat = {
  code: { kind: 'link', host: 'claim.example.com', path: '/g/', length: 26, alphabet: MIXED },
  pin: null,
};

describe('a card number that code and PIN carry together (IG-05)', () => {
  it.each<[string, CodeFormat, string, string, Column]>([
    ['over both', alnum([4, 4, 4], '-', 4), '4012-8888-8888', '1881', 'pin'],
    ['over both, with spaces', alnum([4, 4, 4], ' ', 4), '4012 8888 8888', '1881', 'pin'],
    ['the PIN first', alnum([4, 4, 4], '-', 4), '8888-8888-1881', '4012', 'pin'],
    ['with its last digit in the PIN', alnum([5, 5, 5], '-', 6), '40128-88888-88188', '122812', 'code'],
    ['behind letters', alnum([26], ''), 'ABCDE740128888888818812ZFGH', '', 'code'],
    ['inside a link', LINK, 'https://claim.example.com/g/ABCDE7401288888888188122ABC', '', 'code'],
  ])('refuses the file: %s', (_what, format, code, pin, column) => {
    expect(rowGuard(format, ['code', 'pin'])([code, pin])).toEqual({ rule: 'IG-05', column });
  });

  it('is left to the rule over all rows where one honest code in some hundred thousand looks the same', () => {
    const guard = rowGuard(alnum([4, 4], '-', 8), ['code', 'pin', 'serial']);
    expect(guard(['4012-8888', '88881881', 'S1'])).toHaveProperty('row');
    expect(guard(['4012-8888', '8888188', '4012888888881881'])).toEqual({ rule: 'IG-01', column: 'serial' });
    expect(guard(['4012 8888 8888 1881', '88881881', 'S1'])).toEqual({ rule: 'IG-01', column: 'code' });
  });

  it('needs digits that adjoin: a letter of the alphabet separates nothing', () => {
    const format = alnum([4, 4, 4, 4], '-');
    expect(rowGuard(format, ['code'])(['AA58-852X-8217-403A'])).toHaveProperty('row');
    expect(rowGuard(format, ['code', 'serial'])(['AA58-852Y-8217-403A', '58x852x8217x403'])).toHaveProperty(
      'rule',
      'IG-02',
    );
  });

  it('is not seen in an honest number with a prefix of its own', () => {
    const format: CodeFormat = {
      code: { kind: 'numeric', length: 13, prefix: '603628' },
      pin: { kind: 'numeric', length: 4 },
    };
    const code = `603628100000${luhnDigit('3600603628100000')}`;
    expect(isNetworkNumber(`3600${code}`)).toBe(true);
    expect(rowGuard(format, ['code', 'pin'])([code, '3600'])).toHaveProperty('row');
  });
});

// A number in the shape of an identifier is let through in a text; a cell is read to the letter.
it.each<[Column, string]>([
  ['code', '4012888888881881ABCDEFGHJK'],
  ['pin', '4012888888881881ABCDEFGHJK'],
  ['serial', '4012888888881881ABCDEFGHJK'],
  ['activation_ref', '4012888888881881ABCDEFGHJK'],
  ['serial', '40128888-8888-1881-abcd-abcdefabcdef'],
  ['activation_ref', 'AT34-4012888888881881'],
  ['serial', '0.4012888888881881'],
  ['activation_ref', '4012x8888x8888x1881'],
  ['serial', '94004012888888881881 11'],
])('a card number in the shape of an identifier refuses the file: %s %s', (column, value) => {
  expect(judge({ [column]: value })).toEqual({ rule: expect.stringMatching(/^IG-0[25]$/), column });
});
