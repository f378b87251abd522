import { describe, expect, it } from 'vitest';
import { type CodeFormat, fitsCode } from './format.ts';
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
