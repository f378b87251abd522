import { expect, it } from 'vitest';
import { checkFormat } from './check-format.ts';
import { codeFormat } from './format.ts';

const numeric = (length: number, prefix: string, pin?: number) =>
  codeFormat.parse({ code: { kind: 'numeric', length, prefix }, pin: pin ? { kind: 'numeric', length: pin } : null });

it.each([
  [16, '603628', 4],
  [19, '600649', 8],
  [16, '0471', undefined],
  [10, '', undefined],
  [10, '', 11],
  [8, '7070', undefined],
] as const)('takes %i digits starting %j with a PIN of %j', (length, prefix, pin) => {
  const allowed = length + (pin ?? 0) > 19 || length >= 12 || !pin;
  expect(checkFormat(numeric(length, prefix, pin), 'closed_loop')).toBe(allowed ? undefined : 'IG-13');
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
  ['a PIN of 12 digits', 16, '603628', 12],
] as const)('refuses %s (IG-13)', (_why, length, prefix, pin) => {
  expect(checkFormat(numeric(length, prefix, pin), 'closed_loop')).toBe('IG-13');
});

it('refuses an alphabet without letters (IG-13)', () => {
  const format = codeFormat.parse({ code: { kind: 'alnum', groups: [4, 4, 4, 4], sep: '-', alphabet: '0123456789' } });
  expect(checkFormat(format, 'closed_loop')).toBe('IG-13');
});

it('refuses a PIN of three digits (IG-14)', () => {
  expect(checkFormat(numeric(16, '603628', 3), 'closed_loop')).toBe('IG-14');
});

it('refuses an open-loop voucher that is a number (IG-23), and takes it as a claim link', () => {
  expect(checkFormat(numeric(16, '603628'), 'open_loop')).toBe('IG-23');
  const link = codeFormat.parse({
    code: { kind: 'link', host: 'claim.example.com', path: '/g/', length: 24, alphabet: 'ABCdef234' },
  });
  expect(checkFormat(link, 'open_loop')).toBeUndefined();
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
