import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkNumber } from '#tests/support/network-numbers.ts';
import { scanText } from './scan/scan-text.ts';

type Disguise = (digits: string) => string;

/** Numbers that only airlines use, and which no text is judged by that doesn't speak of cards. */
const isUatp = (digits: string) => /^1(?!800)\d{14}$/.test(digits);
const RUNS = { numRuns: 150, seed: 9 };

const cut = (digits: string, sizes: readonly number[]): string[] => {
  const parts: string[] = [];
  for (let at = 0, part = 0; at < digits.length; at += sizes[part]!, part = Math.min(part + 1, sizes.length - 1))
    parts.push(digits.slice(at, at + sizes[part]!));
  return parts;
};
const fours: Disguise = (digits) => cut(digits, [4]).join(' ');
const zeroTo = (zero: number) => (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
/** Replaces the digits that have a double by it, at most `most` of them. */
const alike =
  (doubles: Record<string, string>, most = 3) =>
  (digits: string) => {
    let left = most;
    return digits.replace(/\d/g, (digit) => (doubles[digit] && left-- > 0 ? doubles[digit] : digit));
  };

const SEPARATORS: readonly string[] = [
  ' ',
  '-',
  '.',
  '/',
  '_',
  '|',
  ',',
  ':',
  ';',
  '*',
  '·',
  '•',
  '+',
  '~',
  "'",
  '\\',
  '=',
  '(',
  ')',
  '"',
  '`',
  '#',
  '&',
  '@',
  ' - ',
  '   ',
  '      ',
  ' . ',
  ' / ',
  '--',
  '**',
  '** **',
  ', ',
  '" "',
  ') (',
  '\n',
  '\r\n',
  '\n\n',
  '\t',
  'x',
  ' x ',
  '×',
  '\u00a0',
  '\u2003',
  '\u202f',
  '\u2013',
  '\u2014',
  '\u2011',
  '\uff0d',
  '\u3164',
  '\uffa0',
  '\u2800',
  '\u3000',
  '\u30fc',
  '\u02bc',
  '…',
  '→',
];
const GROUPINGS: Readonly<Record<string, readonly number[]>> = {
  'in fours': [4],
  'as 4-6-5': [4, 6, 9],
  'as 6-13': [6, 13],
  'as 5-4-4-4': [5, 4, 4, 9],
  'digit by digit': [1],
  'in pairs': [2],
  'in threes': [3],
  'in fives': [5],
};
/** The groupings that fit a number, as people write it. */
const fits = (digits: string, sizes: readonly number[]) => {
  if (sizes.join() === '4,6,9') return digits.length === 14 || digits.length === 15;
  if (sizes.join() === '6,13') return digits.length === 19;
  if (sizes.join() === '5,4,4,9') return digits.length === 17;
  return true;
};

const SHAPES: Readonly<Record<string, Disguise>> = {
  'as it is': (digits) => digits,
  'with letters glued to it': (digits) => `card${digits}now`,
  'with an x around it': (digits) => `x${digits}x`,
  'with a date before it': (digits) => `2026-11-21 ${digits}`,
  'with a date behind it': (digits) => `${digits} 2026-11-21T10:00:00Z`,
  'in brackets': (digits) => `(${fours(digits)})`,
  'as a link': (digits) => `https://shop.example/${digits}?a=1`,
  'as a file name': (digits) => `visa_${digits}.csv`,
  'after other numbers': (digits) => `12 345 ${fours(digits)}`,
  'with its expiry date glued on': (digits) => `${digits}1228`,
  'with expiry date and CVV glued on': (digits) => `${digits}0127123`,
  'with its expiry date in fours': (digits) => `${fours(digits)} 1228`,
  'with zeros in fours around it': (digits) => `0000 ${fours(digits)}`,
  'with half of it in another script': (digits) => zeroTo(0x660)(digits.slice(0, 8)) + digits.slice(8),
  'in Arabic-Indic digits': zeroTo(0x660),
  'in Persian digits': zeroTo(0x6f0),
  'in Devanagari digits': zeroTo(0x966),
  'in Bengali digits': zeroTo(0x9e6),
  'in Thai digits': zeroTo(0xe50),
  'in full-width digits': zeroTo(0xff10),
  'in mathematical digits': zeroTo(0x1d7ce),
  'in double-struck digits': zeroTo(0x1d7d8),
  'in Mongolian digits': zeroTo(0x1810),
  'in NKo digits': zeroTo(0x7c0),
  'in keycaps': (digits) => digits.replace(/\d/g, (digit) => `${digit}\ufe0f\u20e3`),
  'in superscript': (digits) => digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!),
  'in subscript': (digits) => digits.replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]!),
  'in circles': (digits) => digits.replace(/\d/g, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)]!),
  'in black circles': (digits) => digits.replace(/\d/g, (digit) => '⓿❶❷❸❹❺❻❼❽❾'[Number(digit)]!),
  'in bold circles': (digits) => digits.replace(/\d/g, (digit) => '⓿➊➋➌➍➎➏➐➑➒'[Number(digit)]!),
  'with zero-width spaces': (digits) => [...digits].join('\u200b'),
  'with zero-width joiners': (digits) => [...digits].join('\u200d'),
  'with soft hyphens': (digits) => [...digits].join('\u00ad'),
  'with word joiners': (digits) => [...digits].join('\u2060'),
  'with combining marks': (digits) => [...digits].join('\u0301'),
  'with grapheme joiners': (digits) => [...digits].join('\u034f'),
  'written right to left': (digits) => `\u202e${digits}\u202c`,
  'with tag characters': (digits) => [...digits].join('\u{e0031}'),
  'padded to a ULID': (digits) => `${digits}ABCDEFGHJKMNPQRSTV`.slice(0, 26),
  'padded to a UUID': (digits) => {
    const text = `${digits}abcdefabcdefabcdef`.slice(0, 32);
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
  },
  'padded to 64 hex digits': (digits) => digits.padEnd(64, 'abcdef'),
  'padded to a transaction': (digits) => `0xdeadbeefabc${digits}${'abcdef'.repeat(9)}`.slice(0, 66),
  'padded to a bech32 address': (digits) => `bc1q${digits}${'qpzry'.repeat(5)}`,
  'padded to a base58 address': (digits) => `${digits}${'aBcDeF'.repeat(3)}`,
  'padded to a UPS number': (digits) => `1Z${digits}`,
  'after a zero and a point': (digits) => `0.${digits}`,
  'before two decimals': (digits) => `${digits}.00`,
  'in base64': base64,
  'in base64, with a word before it': (digits) => `pan${base64(digits)}`,
  'in base64, folded': (digits) => base64(`number ${digits} and more`).replace(/.{12}/g, '$&\n'),
  'in base64 of groups': (digits) => base64(fours(digits)),
  'in base64 of UTF-16': (digits) => base64(Buffer.from(digits, 'utf16le')),
  'in base64 twice': (digits) => base64(base64(digits)),
  'in base64url': (digits) => Buffer.from(`>>>${digits}???`).toString('base64url'),
  'in hexadecimal': hex,
  'in capital hexadecimal': (digits) => hex(`n${digits}`).toUpperCase(),
  'in base64 of hexadecimal': (digits) => base64(hex(digits)),
  'percent-encoded': (digits) => digits.replace(/\d/g, (digit) => `%3${digit}`),
  'with percent-encoded spaces': (digits) => cut(digits, [4]).join('%20'),
  'in decimal entities': (digits) => digits.replace(/\d/g, (digit) => `&#${48 + Number(digit)};`),
  'in hexadecimal entities': (digits) => digits.replace(/\d/g, (digit) => `&#x3${digit};`),
  'in hexadecimal entities with zeros': (digits) => digits.replace(/\d/g, (digit) => `&#x0003${digit};`),
  'in decimal entities with zeros': (digits) => digits.replace(/\d/g, (digit) => `&#000${48 + Number(digit)};`),
  'in entities of full-width digits': (digits) => digits.replace(/\d/g, (digit) => `&#${0xff10 + Number(digit)};`),
  'in entities of mathematical digits': (digits) =>
    digits.replace(/\d/g, (digit) => `&#x${(0x1d7ce + Number(digit)).toString(16)};`),
  'with non-breaking space entities': (digits) => cut(digits, [4]).join('&nbsp;'),
  'with named spaces': (digits) => cut(digits, [4]).join('&ensp;'),
  'with named signs': (digits) => cut(digits, [4]).join('&there4;'),
  'with named superscripts': (digits) => digits.replace(/[123]/g, '&sup$&;'),
  'with named joiners': (digits) => [...digits].join('&zwj;'),
  'as links of Markdown': (digits) =>
    cut(digits, [4])
      .map((part) => `[${part}](a)`)
      .join(''),
  'as links of Markdown by reference': (digits) =>
    cut(digits, [5])
      .map((part) => `[${part}][r]`)
      .join(''),
  'with letters O and I': alike({ 0: 'O', 1: 'I' }),
  'with letters o, l, S, B and Z': alike({ 0: 'o', 1: 'l', 5: 'S', 8: 'B', 2: 'Z' }),
};

/** Look-alikes that honest codes may hold: refused in texts, not in cells. */
const LOOKALIKES: Readonly<Record<string, Disguise>> = {
  'with a small i': alike({ 1: 'i' }),
  'with many look-alikes': alike({ 0: 'O', 1: 'l', 5: 'S', 8: 'B' }, 8),
  'with look-alikes in groups': (digits) => fours(alike({ 0: 'O', 1: 'I', 5: 'S' }, 2)(digits)),
  'with a Cyrillic O': alike({ 0: 'О' }),
  'with a Greek omicron': alike({ 0: 'ο' }),
};

describe('a payment-card number is refused', () => {
  it.each(Object.entries({ ...SHAPES, ...LOOKALIKES }))('%s', (name, disguise) => {
    fc.assert(
      fc.property(networkNumber, (digits) => {
        // The old debit numbers of 12 and 14 digits are too short for some shapes.
        fc.pre(digits.length >= 15);
        const text = `my card ${disguise(digits)} was charged twice`;
        for (const surface of ['text', 'name', 'product'] as const)
          expect(scanText(text, surface)?.rule).toMatch(/^IG-(02|09|10)$/);
        if (!(name in LOOKALIKES)) expect(scanText(disguise(digits), 'identifier')).toBeDefined();
      }),
      RUNS,
    );
  });

  it.each(SEPARATORS.map((separator) => [JSON.stringify(separator), separator]))(
    'between groups of %s',
    (_name, separator) => {
      fc.assert(
        fc.property(networkNumber, fc.constantFrom(...Object.values(GROUPINGS)), (digits, sizes) => {
          fc.pre(fits(digits, sizes) && !isUatp(digits));
          const text = `number: ${cut(digits, sizes).join(separator)} thanks`;
          for (const surface of ['text', 'name', 'product', 'identifier'] as const)
            expect([text, scanText(text, surface)?.rule]).toEqual([text, expect.stringMatching(/^IG-0[28]$/)]);
        }),
        RUNS,
      );
    },
  );

  it('in fours with any separators between them', () => {
    fc.assert(
      fc.property(
        networkNumber,
        fc.array(fc.constantFrom(...SEPARATORS), { minLength: 4, maxLength: 4 }),
        (digits, gaps) => {
          fc.pre(!isUatp(digits));
          const text = `a ${cut(digits, [4]).reduce((all, part, at) => all + gaps[at % 4] + part)} b`;
          expect([text, scanText(text, 'text')?.rule]).toEqual([text, expect.stringMatching(/^IG-0[28]$/)]);
        },
      ),
      { ...RUNS, numRuns: 2000 },
    );
  });

  it('beside words of payment in a list of numbers, too', () => {
    fc.assert(
      fc.property(networkNumber, (digits) => {
        fc.pre(digits.length === 16);
        const list = `${digits.slice(0, 8)}, ${digits.slice(8)}, 94715520`;
        expect(scanText(`visa ${list}`, 'text')).toMatchObject({ rule: 'IG-02' });
        expect(scanText(`orders ${list}`, 'name')).toMatchObject({ rule: 'IG-02' });
      }),
      RUNS,
    );
  });
});

describe('card data without the right number is refused', () => {
  it.each([
    ['411111******1111', 'IG-08'],
    ['4000 05** **** 5556', 'IG-08'],
    ['4000-05••-••••-5556', 'IG-08'],
    ['4111111111111112|12|27|123', 'IG-07'],
    ['4111111111111112|1227|123', 'IG-07'],
    ['4111111111111112 12/2027 1234', 'IG-07'],
    ['%B4111111111111112^DOE/JOHN^30121010000000', 'IG-03'],
    [';4111111111111112=30121010000000?', 'IG-04'],
    ['my cvv is 123', 'IG-06'],
    ['card security code 123', 'IG-06'],
    ['Security Code: 123', 'IG-06'],
  ])('%j', (text, rule) => {
    for (const surface of ['text', 'name', 'product', 'identifier'] as const)
      expect(scanText(text, surface)).toMatchObject({ rule });
  });
});
