import { describe, expect, it } from 'vitest';
import { type CodeFormat, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { type Random, seededRandom } from '../numbers/seeded-random.ts';
import { carryingOf } from './carrying.ts';
import { countShapes } from './count-shapes.ts';

const FULL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const alnum = (groups: number[], pin: number | null, alphabet = FULL) =>
  codeFormat.parse({
    code: { kind: 'alnum', groups, sep: '-', alphabet },
    pin: pin && { kind: 'numeric', length: pin },
  });
const numeric = (length: number, prefix: string, pin: number | null) =>
  codeFormat.parse({ code: { kind: 'numeric', length, prefix }, pin: pin && { kind: 'numeric', length: pin } });
const READABLE = alnum([4, 1, 4, 1, 4], 11);

const some = (random: Random, letters: string, length: number) =>
  Array.from({ length }, () => letters[random(letters.length)]!).join('');
const digits = (random: Random, length: number) => some(random, '0123456789', length);
const month = (random: Random) => String(1 + random(12)).padStart(2, '0');
const year = (random: Random) => String(26 + random(6));
const card = (random: Random) => {
  const body = `4${digits(random, 14)}`;
  return body + luhnDigit(body);
};
const grouped = ({ code }: CodeFormat, text: string) => {
  let at = 0;
  const groups = code.kind === 'alnum' ? code.groups : [];
  const parts = groups.map((size) => {
    at += size;
    return text.slice(at - size, at);
  });
  return parts.join('-');
};

type Row = (random: Random) => [string, string | null];
const counted = (format: CodeFormat, rows: number, row: Row) => {
  const random = seededRandom('shapes');
  const shapes = countShapes(format);
  for (let at = 0; at < rows; at++) shapes.add(...row(random));
  return shapes.found();
};
const carrying: Row = (random) => {
  const text = card(random);
  const letter = () => some(random, 'ABCDEFGHJK', 1);
  const code = `${text.slice(0, 4)}-${letter()}-${text.slice(4, 8)}-${letter()}-${text.slice(8, 12)}`;
  return [code, `${text.slice(12)}${month(random)}${year(random)}${digits(random, 3)}`];
};
const honest: Row = (random) => [grouped(READABLE, some(random, FULL, 14)), digits(random, 11)];

describe('the shapes of codes', () => {
  it('show card numbers between letters at once, and where a month and a year stand', () => {
    const { rows, typical, often, dates } = counted(READABLE, 400, carrying);
    const shape = '####-A-####-A-#### + ###########';
    expect([rows, typical, often]).toEqual([400, shape, [{ shape, rows: 400 }]]);
    expect(dates.slice(0, 2)).toEqual([
      { part: 'pin', at: 5, order: 'MMYY', rows: 400 },
      { part: 'digits', at: 17, order: 'MMYY', rows: 400 },
    ]);
  });

  it('show a month and a year in one row of ten, too', () => {
    const { typical, dates } = counted(READABLE, 4000, (random) => (random(10) === 0 ? carrying : honest)(random));
    expect([typical, dates[0]]).toEqual([
      '****-*-****-*-**** + ###########',
      { part: 'pin', at: 5, order: 'MMYY', rows: expect.any(Number) },
    ]);
  });

  it('show none where a few rows of a hundred could be anything', () => {
    const row: Row = (random) => {
      const date = random(33) === 0 ? month(random) + year(random) : digits(random, 4);
      return [`600649${digits(random, 9)}${date}`, digits(random, 8)];
    };
    expect(counted(numeric(19, '600649', 8), 20_000, row).dates).toEqual([]);
  });

  it.each<[string, CodeFormat, Row, 'MMYY' | 'YYMM' | 'MMYYYY', number]>([
    [
      'year first',
      numeric(19, '600649', 8),
      (random) => [`600649${digits(random, 9)}${year(random)}${month(random)}`, digits(random, 8)],
      'YYMM',
      16,
    ],
    [
      'with four digits of the year',
      numeric(19, '600649', 8),
      (random) => [`600649${digits(random, 7)}${month(random)}20${year(random)}`, digits(random, 8)],
      'MMYYYY',
      14,
    ],
  ])('show a date %s', (_what, format, row, order, at) => {
    expect(counted(format, 1000, row).dates[0]).toEqual({ part: 'code', at, order, rows: 1000 });
  });

  it('show a date whose digits have letters between them', () => {
    const format = alnum([5, 5, 5, 5], null);
    const row: Row = (random) => {
      const text = `${card(random)}${month(random)}${year(random)}`.slice(10);
      return [grouped(format, Array.from(text, (digit) => digit + some(random, 'ABCDEF', 1)).join('')), null];
    };
    expect(counted(format, 500, row).dates).toEqual([{ part: 'digits', at: 7, order: 'MMYY', rows: 500 }]);
  });

  it.each<[string, CodeFormat, Row]>([
    ['letters and digits', READABLE, honest],
    ['numbers', numeric(19, '600649', 8), (random) => [`600649${digits(random, 13)}`, digits(random, 8)]],
    [
      'numbers behind a prefix that ends like a month',
      numeric(16, '0471', null),
      (random) => [`0471${digits(random, 12)}`, null],
    ],
    [
      'numbers behind a prefix with a date',
      numeric(16, '600612', null),
      (random) => [`600612${digits(random, 10)}`, null],
    ],
  ])('show no date in honest %s', (_what, format, row) => {
    for (const rows of [30, 500, 20_000]) expect(counted(format, rows, row).dates).toEqual([]);
  });

  it('are ten at most, the most frequent first, whatever the number of patterns', () => {
    const format = alnum([5, 5, 5, 5, 5], null);
    const row: Row = (random) => [grouped(format, random(4) === 0 ? digits(random, 25) : some(random, FULL, 25)), null];
    const { often } = counted(format, 5000, row);
    expect(often).toHaveLength(10);
    expect(often[0]).toEqual({ shape: '#####-#####-#####-#####-#####', rows: expect.any(Number) });
    expect(often[0]!.rows).toBeGreaterThan(1000);
  });

  it('hold no letter nor digit of a code', () => {
    const format = codeFormat.parse({
      code: { kind: 'link', host: 'claim.example.com', path: '/g/', length: 16, alphabet: 'bcdefghBCDEFGH234' },
    });
    const row: Row = (random) => [`https://claim.example.com/g/${some(random, 'bcdefghBCDEFGH234', 16)}`, null];
    const { typical, often } = counted(format, 100, row);
    for (const shape of [typical, ...often.map((one) => one.shape)]) expect(shape).toMatch(/^[#Aa*]{16}$/);
  });
});

describe('what codes could carry', () => {
  it.each<[string, CodeFormat, string]>([
    ['4x4 with a PIN of 11', alnum([4, 4, 4, 4], 11), 'number_and_date'],
    ['5x5', alnum([5, 5, 5, 5, 5], null), 'number_and_date'],
    ['4x4', alnum([4, 4, 4, 4], null), 'number'],
    ['19 digits behind a prefix', numeric(19, '600649', null), 'number'],
    ['19 digits and a PIN', numeric(19, '600649', 10), 'number_and_date'],
    ['16 letters', alnum([4, 4, 4, 4], null, FULL.slice(0, 26)), 'hidden_number'],
    ['ten digits', numeric(10, '77', null), 'nothing'],
    ['eight characters', alnum([4, 4], null), 'nothing'],
  ])('%s', (_what, format, carries) => {
    expect(carryingOf(format).carries).toBe(carries);
  });
});
