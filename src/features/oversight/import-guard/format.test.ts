import { describe, expect, it } from 'vitest';
import { fitsCode } from '#contracts/supply/codes/fits-code.ts';
import type { CodeFormat } from './masks/format.ts';
import { rowGuard } from './row-guard.ts';

const FORMAT: CodeFormat = {
  code: { kind: 'numeric', length: 16, prefix: '603628', checksum: 'luhn' },
  pin: null,
};
const BODY = '603628730415926';
const GOOD = '6036287304159260';

const wrongDigits = Array.from({ length: 10 }, (_, digit) => `${BODY}${digit}`).filter((code) => code !== GOOD);

describe('a numeric mask with a check digit', () => {
  it('takes the right one', () => {
    expect(rowGuard(FORMAT, ['code'])([GOOD])).toMatchObject({ row: { code: GOOD } });
  });

  it.each(wrongDigits)('refuses the row of %s, whose check digit is wrong (IG-15)', (code) => {
    expect(rowGuard(FORMAT, ['code'])([code])).toEqual({ rule: 'IG-15', column: 'code' });
  });

  it('refuses two digits that changed places', () => {
    expect(fitsCode(FORMAT.code, GOOD.replace('73', '37'))).toBe(false);
  });

  it.each(wrongDigits)('leaves %s alone where the programme has no check digit', (code) => {
    expect(fitsCode({ kind: 'numeric', length: 16, prefix: '603628' }, code)).toBe(true);
  });
});

it('takes a numeric code by its prefix and its length', () => {
  const mask: CodeFormat['code'] = { kind: 'numeric', length: 16, prefix: '603628' };
  expect(fitsCode(mask, '6036287304159260')).toBe(true);
  for (const code of ['6036297304159260', '60362873041592601', '603628730415926', '603628730415926X']) {
    expect([code, fitsCode(mask, code)]).toEqual([code, false]);
  }
});

it('takes a link by its start, its length and its alphabet', () => {
  const mask: CodeFormat['code'] = {
    kind: 'link',
    host: 'claim.example.com',
    path: '/g/',
    length: 8,
    alphabet: 'ABCDEFGH23456789',
  } as const;
  expect(fitsCode(mask, 'https://claim.example.com/g/ABCD2345')).toBe(true);
  for (const link of [
    'https://claim.example.org/g/ABCD2345',
    'http://claim.example.com/g/ABCD2345',
    'https://claim.example.com/h/ABCD2345',
    'https://claim.example.com/g/ABCD234',
    'https://claim.example.com/g/ABCD23456',
    'https://claim.example.com/g/ABCD234?',
  ]) {
    expect([link, fitsCode(mask, link)]).toEqual([link, false]);
  }
});
