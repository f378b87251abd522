import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsCode, linkStart } from '#contracts/supply/codes/fits-code.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { networkNumber } from '#tests/support/network-numbers.ts';
import { checkFormat } from './check-format.ts';
import type { Column } from './check-header.ts';
import { chanceHits } from './mask-chance.ts';
import type { CodeFormat } from './masks/format.ts';
import { fastRandom } from './numbers/fast-random.ts';
import { rowGuard } from './row-guard.ts';
import { scanSecret } from './scan/scan-secret.ts';
import { scanText } from './scan/scan-text.ts';

const RUNS = { numRuns: 2000 };
const RUNS_OF_HONEST = 10_000;

const SCRIPTS = ['0', '٠', '۰', '०', '০', '๐', '０', '𝟎', '𝟘', '᠐', '꩐', '߀'].map((zero) => zero.codePointAt(0)!);
const INVISIBLE = ['', '', '', '\u200b', '\u00ad', '\u2060', '\ufe0f', '\u034f', '\u0301'];

const inScripts = (digits: string, scripts: number[], invisible: string[]) =>
  Array.from(digits, (digit, at) => {
    const zero = scripts[at % scripts.length]!;
    return String.fromCodePoint(zero + Number(digit)) + invisible[at % invisible.length]!;
  }).join('');

const disguise = fc.record({
  scripts: fc.array(fc.constantFrom(...SCRIPTS), { minLength: 1, maxLength: 5 }),
  invisible: fc.array(fc.constantFrom(...INVISIBLE), { minLength: 1, maxLength: 5 }),
});

const grouped = (digits: string, cuts: number[], separators: string[]) => {
  let text = '';
  for (let at = 0, cut = 0; at < digits.length; cut++) {
    const size = cuts[cut % cuts.length]!;
    if (at > 0) text += separators[cut % separators.length]!;
    text += digits.slice(at, at + size);
    at += size;
  }
  return text;
};

const grouping = (separators: string[]) =>
  fc.record({
    cuts: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
    separators: fc.array(fc.constantFrom(...separators), { minLength: 1, maxLength: 4 }),
  });

const CELL_SEPARATORS = [' ', '-', '.', '_', '/', '\u00a0', '\u2013', '\u2011', '\uff0d'];
const TEXT_SEPARATORS = [...CELL_SEPARATORS, '|', ',', ', ', '\n', ' - ', '--', '   ', ':', ' / '];

const ALNUM: CodeFormat = {
  code: { kind: 'alnum', groups: [4, 4, 4, 4], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789' },
  pin: { kind: 'numeric', length: 6 },
};
const NUMERIC: CodeFormat = {
  code: { kind: 'numeric', length: 16, prefix: '603628', checksum: 'luhn' },
  pin: { kind: 'numeric', length: 4 },
};
const VOUCHER: CodeFormat = { code: { kind: 'numeric', length: 16, prefix: '0471' }, pin: null };
const LINK: CodeFormat = {
  code: {
    kind: 'link',
    host: 'claim.example.com',
    path: '/g/',
    length: 24,
    alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789',
  },
  pin: null,
};
const FORMATS = [ALNUM, NUMERIC, VOUCHER, LINK];
const COLUMNS: Column[] = ['code', 'pin', 'serial', 'activation_ref'];

describe('a payment-card number', () => {
  it('never enters by any column, in any grouping or script of digits', () => {
    fc.assert(
      fc.property(
        networkNumber,
        disguise,
        grouping(CELL_SEPARATORS),
        fc.constantFrom(...FORMATS),
        fc.nat(COLUMNS.length - 1),
        (number, { scripts, invisible }, { cuts, separators }, format, at) => {
          const cells = ['HT4K-Q7WX-B2MN-9RDA', '730415', 'S1', 'A1'];
          cells[at] = grouped(number, cuts, separators).replace(/\d+/g, (part) => inScripts(part, scripts, invisible));
          expect(rowGuard(format, COLUMNS)(cells)).not.toHaveProperty('row');
        },
      ),
      RUNS,
    );
  });

  it('refuses the whole file when it stands in a cell as it is', () => {
    fc.assert(
      fc.property(networkNumber, fc.constantFrom(...FORMATS), fc.nat(COLUMNS.length - 1), (number, format, at) => {
        const cells = ['HT4K-Q7WX-B2MN-9RDA', '730415', 'S1', 'A1'];
        cells[at] = number;
        expect(rowGuard(format, COLUMNS)(cells)).toMatchObject({ rule: 'IG-01', column: COLUMNS[at] });
      }),
      RUNS,
    );
  });

  it.each([
    ['in fours, with any separators', [4], 4],
    ['digit by digit, with one separator', [1], 1],
    ['unbroken', [19], 1],
    ['in pairs, with one separator', [2], 1],
    ['in threes, with one separator', [3], 1],
    ['in fives, with one separator', [5], 1],
  ])('is found inside free text %s, in any script of digits', (_what, cuts, kinds) => {
    const separators = fc.array(fc.constantFrom(...TEXT_SEPARATORS), { minLength: kinds, maxLength: kinds });
    fc.assert(
      fc.property(networkNumber, disguise, separators, (number, { scripts, invisible }, gaps) => {
        const text = grouped(number, cuts, gaps).replace(/\d+/g, (part) => inScripts(part, scripts, invisible));
        expect(scanText(`my card ${text} was charged twice`, 'text')).toMatchObject({ rule: 'IG-02' });
      }),
      RUNS,
    );
  });

  it('is found where code and PIN make it together', () => {
    fc.assert(
      fc.property(networkNumber, fc.integer({ min: 4, max: 8 }), (number, pinLength) => {
        const format: CodeFormat = {
          code: { kind: 'numeric', length: number.length - pinLength, prefix: '' },
          pin: { kind: 'numeric', length: pinLength },
        };
        const cells = [number.slice(0, -pinLength), number.slice(-pinLength)];
        expect(rowGuard(format, ['code', 'pin'])(cells)).toMatchObject({ rule: expect.stringMatching(/^IG-0[15]$/) });
      }),
      RUNS,
    );
  });

  it('is found wherever an alphanumeric code or a link carries it, alone or into the PIN', () => {
    fc.assert(
      fc.property(networkNumber, fc.nat(), fc.constantFrom('', '-'), (number, at, sep) => {
        const pin = number.slice(12);
        const short = number.slice(0, 12).match(/.{4}/g)!.join(sep);
        const format = { ...ALNUM, code: { ...ALNUM.code, groups: [4, 4, 4], sep } } as CodeFormat;
        const cells: [string, string] = [short, pin || '7304'];
        // A code that fits its mask is counted (IG-24) where honest ones look the same now and then.
        const seen = rowGuard(format, ['code', 'pin'])(cells);
        if ('row' in seen)
          expect(chanceHits(format).keys().toArray()).toContain(scanSecret(format.code, ...cells)?.rule);
        const token = `${'ABCDEFGHJKLM'.slice(0, at % 12)}${number}`.padEnd(32, 'QRSTUV');
        expect(rowGuard(LINK, ['code'])([`https://claim.example.com/g/${token}`])).toMatchObject({
          rule: expect.stringMatching(/^IG-(02|05|09|10)$/),
        });
      }),
      RUNS,
    );
  });
});

describe('an honest code', () => {
  // A range would prefer its ends, where an alphabet has its digits.
  const pick = (letters: string, count: number) =>
    fc
      .noShrink(fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: count, maxLength: count, size: 'max' }))
      .map((numbers) => {
        const random = fastRandom(numbers.reduce((sum, number) => (Math.imul(sum, 31) + number) | 0, 7));
        return numbers.map(() => letters[random(letters.length)]!).join('');
      });

  const honest = (format: CodeFormat) => {
    const { code } = format;
    switch (code.kind) {
      case 'alnum':
        return pick(code.alphabet, 16).map((text) => text.match(/.{4}/g)!.join(code.sep));
      case 'numeric':
        return pick('0123456789', code.length - code.prefix.length - (code.checksum ? 1 : 0)).map((free) => {
          const body = code.prefix + free;
          return code.checksum ? body + luhnDigit(body) : body;
        });
      case 'link':
        return pick(code.alphabet, code.length).map((token) => linkStart(code) + token);
    }
  };

  // As few letters as are admitted: one code in 30,000 looks like a card number, and is counted instead of refused.
  const WORST: CodeFormat = {
    code: { kind: 'alnum', groups: [4, 4, 4, 4], sep: '-', alphabet: 'SBZIXOLA0123456789' },
    pin: { kind: 'numeric', length: 11 },
  };
  const HONEST = [
    ...FORMATS.map((format) => [format.code.kind, format] as const),
    ['the worst alphabet', WORST] as const,
  ];

  it.each(HONEST)('is never refused (%s)', (_kind, format) => {
    expect(checkFormat(format, 'closed_loop')).toBeUndefined();
    const pin = format.pin ? pick('0123456789', format.pin.length) : fc.constant('');
    fc.assert(
      fc.property(honest(format), pin, (code, pinText) => {
        expect(fitsCode(format.code, code)).toBe(true);
        expect(
          rowGuard(format, ['code', 'pin', 'face_value', 'currency', 'expires_on'])([
            code,
            pinText,
            '25.00',
            'EUR',
            '2033-01-31',
          ]),
        ).toMatchObject({
          row: { code, pin: pinText || null, face_value_cents: 2500 },
        });
      }),
      { numRuns: RUNS_OF_HONEST },
    );
  });
});
