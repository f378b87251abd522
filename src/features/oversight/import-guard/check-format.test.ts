import { expect, it } from 'vitest';
import { codeFormat } from '#contracts/supply/codes/code-format.ts';
import { DEMO_PROGRAMMES } from '../../demo/stock/programmes.ts';
import { checkFormat } from './check-format.ts';

const numeric = (length: number, prefix: string, pin?: number) =>
  codeFormat.parse({ code: { kind: 'numeric', length, prefix }, pin: pin ? { kind: 'numeric', length: pin } : null });

it.each([
  [16, '603628', 4],
  [16, '603628', undefined],
  [19, '600649', 8],
  [16, '0471', undefined],
  [10, '', undefined],
  [7, '', 4],
  [8, '7070', undefined],
  [10, '603628', 8],
] as const)('takes %i digits starting %j with a PIN of %j', (length, prefix, pin) => {
  expect(checkFormat(numeric(length, prefix, pin), 'closed_loop')).toBeUndefined();
});

it.each([
  ['no prefix', 16, '', undefined],
  ['a short prefix', 16, '60362', undefined],
  ["a network's prefix", 16, '400000', undefined],
  ['a prefix that holds a range', 16, '637', undefined],
  ["a debit network's prefix", 16, '504507', undefined],
  ['a prefix starting 1 to 5', 16, '212345', undefined],
  ['more than 13 free digits', 19, '0471', undefined],
  ['20 digits', 20, '603628', undefined],
  ['a network prefix on a short code', 10, '4111', undefined],
  ['code and PIN that make 14 digits', 10, '', 4],
  ['code and PIN that make 12 digits', 8, '', 4],
  ['code and PIN that make 20 digits', 10, '', 10],
  ['9 digits with a PIN of 11', 9, '', 11],
  ['11 digits with a PIN of 11', 11, '', 11],
  ['code and PIN that make 14 digits after a short prefix', 10, '7070', 4],
  ['a PIN of 12 digits', 16, '603628', 12],
  ["a network's prefix that starts with 6", 16, '601100', undefined],
  ['20 digits after a long prefix', 20, '603628123456', undefined],
  ['14 free digits after a prefix starting 0', 18, '0471', undefined],
] as const)('refuses %s (IG-13)', (_why, length, prefix, pin) => {
  expect(checkFormat(numeric(length, prefix, pin), 'closed_loop')).toBe('IG-13');
});

const alnum = (alphabet: string, groups: number[], pin?: object) =>
  codeFormat.parse({ code: { kind: 'alnum', groups, sep: '-', alphabet }, pin: pin ?? null });
const MIXED = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

it.each([
  ['without letters', '0123456789', [4, 4, 4, 4]],
  ['with one letter', '0123456789X', [19]],
  ['with seven letters', '0123456789ABCDEFG', [4, 4, 4]],
])('refuses an alphabet %s (IG-13)', (_what, alphabet, groups) => {
  expect(checkFormat(alnum(alphabet, groups), 'closed_loop')).toBe('IG-13');
});

it.each([
  ['eight letters in 12 characters', '0123456789ABCDEFGH', [4, 4, 4]],
  ['digits in 16 characters', MIXED, [4, 4, 4, 4]],
  ['five groups of five letters and digits', MIXED, [5, 5, 5, 5, 5]],
  ['letters and digits in 26 characters', MIXED, [26]],
  ['letters alone in 26 characters', LETTERS, [26]],
])('takes %s', (_what, alphabet, groups) => {
  expect(checkFormat(alnum(alphabet, groups, { kind: 'numeric', length: 11 }), 'closed_loop')).toBeUndefined();
});

it('counts the digits of a PIN that may also have letters', () => {
  const format = (alphabet: string) =>
    codeFormat.parse({ code: { kind: 'numeric', length: 10 }, pin: { kind: 'alnum', length: 6, alphabet } });
  expect(checkFormat(format(MIXED), 'closed_loop')).toBe('IG-13');
  expect(checkFormat(format(LETTERS), 'closed_loop')).toBeUndefined();
});

// In 18 digits the 75 before `4400` adds ten to the sum, so the last 16 digits are as valid as the code.
it.each([
  ['754400', 18, 'IG-13'],
  ['764400', 18, undefined],
  ['754400', 19, undefined],
])('%s and a check digit in %i digits: %s', (prefix, length, rule) => {
  const format = codeFormat.parse({ code: { kind: 'numeric', length, prefix, checksum: 'luhn' } });
  expect(checkFormat(format, 'closed_loop')).toBe(rule);
  expect(checkFormat(numeric(length, prefix), 'closed_loop')).toBeUndefined();
});

const link = (changes: object) =>
  codeFormat.parse({
    code: { kind: 'link', host: 'claim.example.com', path: '/g/', length: 24, alphabet: 'ABCDefgh234', ...changes },
  });

it.each([
  ['/4012888888881881/', 'claim.example.com'],
  ['/g/4012-8888/8888-1881/', 'claim.example.com'],
  ['/g/', '4012888888881881.example.com'],
  ['/g/', '4012.8888.8888.1881.example'],
])('refuses a link with a card number in its path or host: %s %s (IG-13)', (path, host) => {
  expect(checkFormat(link({ path, host }), 'closed_loop')).toBe('IG-13');
});

it('refuses a link of fewer than eight letters (IG-13)', () => {
  expect(checkFormat(link({ alphabet: '0123456789ABCDEFG' }), 'closed_loop')).toBe('IG-13');
});

it.each(DEMO_PROGRAMMES.map(({ programme }) => [programme.name, programme] as const))(
  'takes the mask of %s',
  (_name, { code_format, network }) => {
    expect(checkFormat(codeFormat.parse(code_format), network)).toBeUndefined();
  },
);

it('refuses a PIN of three digits (IG-14)', () => {
  expect(checkFormat(numeric(16, '603628', 3), 'closed_loop')).toBe('IG-14');
});

it('refuses an open-loop voucher that is a number (IG-23), and takes it as a claim link', () => {
  expect(checkFormat(numeric(16, '603628'), 'open_loop')).toBe('IG-23');
  expect(checkFormat(link({}), 'open_loop')).toBeUndefined();
});

it.each([
  { code: { kind: 'regex', pattern: '.*' } },
  { code: { kind: 'alnum', groups: [], sep: '-', alphabet: 'AB' } },
  { code: { kind: 'alnum', groups: [4], sep: '-', alphabet: 'AA' } },
  { code: { kind: 'alnum', groups: [4], sep: '=', alphabet: 'AB' } },
  { code: { kind: 'link', host: 'evil.example/@', path: '/', length: 24, alphabet: 'AB' } },
  { code: { kind: 'numeric', length: 16, prefix: '60362a' } },
])('has no room for a format like %j', (format) => {
  expect(codeFormat.safeParse(format).success).toBe(false);
});
