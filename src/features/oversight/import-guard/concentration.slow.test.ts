import { describe, expect, it } from 'vitest';
import { type CodeFormat, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { DEMO_PROGRAMMES } from '../../demo/stock/programmes.ts';
import { Windows } from './concentration/windows.ts';
import { type Concentration, watchConcentration } from './concentration.ts';
import { type Random, seededRandom } from './numbers/seeded-random.ts';
import { randomCode, randomPin } from './random-code.ts';

const numeric = (length: number, prefix: string, pin?: number, checksum?: 'luhn') =>
  codeFormat.parse({
    code: { kind: 'numeric', length, prefix, checksum },
    pin: pin ? { kind: 'numeric', length: pin } : null,
  });
const LONG = numeric(19, '600649', 8);

const digits = (count: number, random: Random) => Array.from({ length: count }, () => random(10)).join('');
const visa = (random: Random) => numberOf('4', random);
const numberOf = (prefix: string, random: Random) => {
  const body = prefix + digits(15 - prefix.length, random);
  return body + luhnDigit(body);
};
const PREFIXES = ['4', '4', '4', '51', '52', '53', '54', '55', '2221', '6011'];
const common = (random: Random) => numberOf(PREFIXES[random(PREFIXES.length)]!, random);
const honest = ({ code, pin }: CodeFormat, random: Random): [string, string | null] => [
  randomCode(code, random),
  pin && randomPin(pin, random),
];
/** A code and PIN that hold a card number behind the prefix. */
const carrying = ({ code, pin }: CodeFormat, prefix: string, random: Random): [string, string] => {
  const length = 'length' in code ? code.length : 0;
  const text = `${prefix}${visa(random)}${digits(30, random)}`;
  return [text.slice(0, length), text.slice(length, length + (pin?.length ?? 0))];
};
const rowsUntilAlarm = (watch: Concentration, row: (number: number) => [string, string | null], most: number) => {
  for (let number = 1; number <= most; number++) if (watch.add(...row(number))) return number;
  return undefined;
};

describe('card numbers in codes and PINs (IG-24)', () => {
  it.each([
    ['every row', 1, 20],
    ['every second row', 2, 80],
    ['every sixth row', 6, 400],
    ['every twentieth row', 20, 4000],
  ])('are found when %s carries one', (_what, every, most) => {
    for (let seed = 0; seed < 5; seed++) {
      const random = seededRandom(`carrying ${seed}`);
      const row = (number: number) => (number % every === 0 ? carrying(LONG, '600649', random) : honest(LONG, random));
      const found = rowsUntilAlarm(watchConcentration(LONG, null), row, most);
      expect(found).toBeGreaterThan(9);
    }
  });

  it.each<[string, CodeFormat, (random: Random) => [string, string | null]]>([
    [
      'behind a prefix of zeros',
      numeric(16, '0000'),
      (random) => {
        const body = `50${digits(9, random)}`;
        return [`0000${body}${luhnDigit(body)}`, null];
      },
    ],
    [
      'from the PIN into the code',
      numeric(12, '0471', 8),
      (random) => {
        const body = `36${digits(6, random)}0471${digits(3, random)}`;
        const number = body + luhnDigit(body);
        return [`${number.slice(8)}${digits(4, random)}`, number.slice(0, 8)];
      },
    ],
    [
      'from the code into the PIN',
      numeric(16, '603628', 8),
      (random) => {
        const text = visa(random);
        return [`603628${text.slice(0, 10)}`, `${text.slice(10)}${digits(2, random)}`];
      },
    ],
    [
      'in letters and digits',
      codeFormat.parse({
        code: { kind: 'alnum', groups: [4, 4], sep: '-', alphabet: '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ' },
        pin: { kind: 'numeric', length: 10 },
      }),
      (random) => {
        const text = visa(random) + digits(2, random);
        return [`${text.slice(0, 4)}-${text.slice(4, 8)}`, text.slice(8)];
      },
    ],
  ])('are found %s', (_what, format, row) => {
    const random = seededRandom('places');
    expect(rowsUntilAlarm(watchConcentration(format, null), () => row(random), 40)).toBeGreaterThan(9);
  });

  it('are found over several files, each too short to tell', () => {
    const random = seededRandom('files');
    let snapshot: string | null = null;
    for (let file = 0; file < 10; file++) {
      const watch: Concentration = watchConcentration(LONG, snapshot);
      const found = rowsUntilAlarm(watch, () => carrying(LONG, '600649', random), 4);
      if (found) {
        expect(file * 4 + found).toBeGreaterThan(9);
        return;
      }
      snapshot = watch.snapshot();
    }
    expect.unreachable();
  });

  it('are found although the mask changes before there are enough, and changes back', () => {
    const masks = [LONG, numeric(19, '600649', 7)];
    const random = seededRandom('another mask');
    let snapshot: string | null = null;
    for (let file = 0; file < 3; file++) {
      const mask = masks[file % 2]!;
      const watch: Concentration = watchConcentration(mask, snapshot);
      if (rowsUntilAlarm(watch, () => carrying(mask, '600649', random), 8)) {
        expect(file).toBeGreaterThan(0);
        return;
      }
      snapshot = watch.snapshot();
    }
    expect.unreachable();
  });
});

const FULL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const alnum = (groups: number[], pin: number | null, alphabet = FULL) =>
  codeFormat.parse({
    code: { kind: 'alnum', groups, sep: '-', alphabet },
    pin: pin && { kind: 'numeric', length: pin },
  });
const letter = (random: Random) => LETTERS[random(LETTERS.length)]!;
type Carry = (random: Random) => [string, string];

const READABLE = alnum([4, 1, 4, 1, 4], 11);
const readable: Carry = (random) => {
  const text = common(random);
  const code = `${text.slice(0, 4)}-${letter(random)}-${text.slice(4, 8)}-${letter(random)}-${text.slice(8, 12)}`;
  return [code, `${text.slice(12)}0529${digits(3, random)}`];
};
const SPACED = alnum([4, 4, 4, 4], 11);
const spaced: Carry = (random) => {
  const text = common(random);
  const code = [...text.slice(0, 8)].map((digit) => digit + letter(random)).join('');
  return [code.match(/.{4}/g)!.join('-'), `${text.slice(8)}123`];
};
const behindPrefix: Carry = (random) => {
  const text = common(random) + digits(5, random);
  return [`600649${text.slice(0, 13)}`, text.slice(13)];
};
const reversed: Carry = (random) => {
  const text = [...common(random)].reverse().join('') + digits(5, random);
  return [`600649${text.slice(0, 13)}`, text.slice(13)];
};

const pinBackwards: Carry = (random) => {
  const [code, pin] = readable(random);
  return [code, [...pin].reverse().join('')];
};
const codeBackwards: Carry = (random) => {
  const text = common(random);
  const [first = '', second = '', third = ''] = [...text.slice(0, 12)].reverse().join('').match(/.{4}/g)!;
  return [
    `${first}-${letter(random)}-${second}-${letter(random)}-${third}`,
    `${text.slice(12)}0529${digits(3, random)}`,
  ];
};

describe('card numbers between letters, or the other way round (IG-24)', () => {
  it.each<[string, CodeFormat, Carry]>([
    ['with a letter after every group', READABLE, readable],
    ['with a letter after every digit', SPACED, spaced],
    ['behind a prefix', LONG, behindPrefix],
    ['reversed', LONG, reversed],
    ['with the PIN backwards', READABLE, pinBackwards],
    ['with the code backwards', READABLE, codeBackwards],
  ])(
    '%s, are found by row 20 after any number of honest rows, and by row 300 in a tenth of them',
    (name, format, row) => {
      for (const before of [0, 5000]) {
        const random = seededRandom(`${name} ${before}`);
        const watch = watchConcentration(format, null);
        expect(rowsUntilAlarm(watch, () => honest(format, random), before)).toBeUndefined();
        expect(rowsUntilAlarm(watch, () => row(random), 20)).toBeGreaterThan(8);
      }
      const found = [1, 2, 3, 4, 5].map((run) => {
        const random = seededRandom(`${name}, a tenth ${run}`);
        const some = () => (random(10) === 0 ? row(random) : honest(format, random));
        return rowsUntilAlarm(watchConcentration(format, null), some, 600);
      });
      expect(found.sort((a, b) => a! - b!)[2]).toBeLessThan(300);
    },
  );

  it('are mostly found by row 300 in a tenth of the rows, where honest numbers stand at the same place', () => {
    const found = Array.from({ length: 60 }, (_, run) => {
      const random = seededRandom(`a tenth behind a prefix ${run}`);
      const some = () => (random(10) === 0 ? behindPrefix(random) : honest(LONG, random));
      return rowsUntilAlarm(watchConcentration(LONG, null), some, 1000)!;
    });
    expect(found.filter((row) => row > 300).length).toBeLessThan(8);
  });

  it('weigh the same, however many files they come in', () => {
    const random = seededRandom('weight over files');
    const rows = Array.from({ length: 50 }, (_, at) => (at % 5 === 0 ? behindPrefix(random) : honest(LONG, random)));
    const whole = new Windows(LONG);
    let part = new Windows(LONG);
    for (const [at, [code, pin]] of rows.entries()) {
      const next = new Windows(LONG);
      next.restore(part.snapshot());
      if (at > 0) next.follow(rows[at - 1]![0], rows[at - 1]![1] ?? '');
      part = next;
      const weight = whole.add(code, pin ?? '', 1);
      expect(Math.abs(part.add(code, pin ?? '', 1) / weight - 1)).toBeLessThan(1e-5);
    }
  });

  it('are found in one row of a hundred after honest stock', () => {
    const random = seededRandom('one in a hundred');
    const watch = watchConcentration(READABLE, null);
    expect(rowsUntilAlarm(watch, () => honest(READABLE, random), 5000)).toBeUndefined();
    const some = () => (random(100) === 0 ? readable(random) : honest(READABLE, random));
    expect(rowsUntilAlarm(watch, some, 15_000)).toBeGreaterThan(1000);
  });
});

describe('card numbers behind other symbols (IG-24)', () => {
  const CODES = alnum([4, 4, 4, 4], null, FULL.slice(0, 26));
  const fours = (text: string) => text.match(/.{4}/g)!.join('-');
  const tenLetters: Carry = (random) => [fours([...common(random)].map((digit) => 'QWERTYUIOP'[+digit]!).join('')), ''];
  /** Several symbols for each digit, as many as there are. */
  const behind = (text: string, random: Random) => [...text].map((digit) => FULL[+digit + 10 * random(2)]!).join('');

  it.each<[string, CodeFormat, Carry, number]>([
    ['ten secret letters', CODES, tenLetters, 60],
    ['two letters for each digit', CODES, (random) => [fours(behind(common(random), random)), ''], 90],
    [
      'two letters for each digit, the other way round',
      CODES,
      (random) => [fours(behind([...common(random)].reverse().join(''), random)), ''],
      90,
    ],
    [
      'letters in the code, and the rest in the PIN',
      alnum([4, 4], 8, FULL.slice(0, 26)),
      (random) => {
        const text = common(random);
        return [fours(behind(text.slice(0, 8), random)), text.slice(8)];
      },
      90,
    ],
  ])('are found after honest stock, too: %s', (name, format, row, most) => {
    for (const before of [0, 500]) {
      const random = seededRandom(`${name} ${before}`);
      const watch = watchConcentration(format, null);
      expect(rowsUntilAlarm(watch, () => honest(format, random), before)).toBeUndefined();
      // Windows take turns, and the equations begun in honest stock end first.
      expect(rowsUntilAlarm(watch, () => row(random), before ? 4 * most : most)).toBeGreaterThan(20);
    }
  });

  it('are found over several files', () => {
    const random = seededRandom('symbols over files');
    let snapshot: string | null = null;
    for (let file = 0; file < 10; file++) {
      const watch: Concentration = watchConcentration(CODES, snapshot);
      if (rowsUntilAlarm(watch, () => tenLetters(random), 9)) {
        expect(file).toBeGreaterThan(2);
        return;
      }
      snapshot = watch.snapshot();
    }
    expect.unreachable();
  });

  const letters = (random: Random, count: number, from = FULL.slice(0, 26)) =>
    Array.from({ length: count }, () => from[random(from.length)]!).join('');
  it.each<[string, (random: Random, number: number) => string]>([
    [
      'letters and digits at places of their own',
      (random) => fours(letters(random, 4) + digits(4, random) + letters(random, 4) + digits(4, random)),
    ],
    ['a prefix and few symbols', (random) => fours(`XB${letters(random, 14, 'ABCDEF0123456789')}`)],
    ['frequent and rare letters', (random) => fours(letters(random, 16, FULL + 'ETAOIN'.repeat(8)))],
    ['letters that count up', (_random, number) => fours(number.toString(36).toUpperCase().padStart(16, 'A'))],
    [
      'a check character mod 36',
      (random) => {
        const body = letters(random, 15, FULL);
        const values = [...body].map((symbol, at) => FULL.indexOf(symbol) * (at % 2 === 0 ? 2 : 1));
        const sum = values.reduce((all, value) => all + Math.floor(value / 36) + (value % 36), 0);
        return fours(body + FULL[(36 - (sum % 36)) % 36]!);
      },
    ],
  ])('are not what honest codes with a structure look like: %s', (name, row) => {
    const random = seededRandom(name);
    const watch = watchConcentration(alnum([4, 4, 4, 4], null), null);
    for (let number = 1; number <= 3000; number++) expect(watch.add(row(random, number), null)).toBe(false);
  });
});

describe('codes that look like card numbers now and then (IG-24)', () => {
  const MASK = alnum([4, 4], 8);
  const whole: Carry = (random) => {
    const text = visa(random);
    return [`${text.slice(0, 4)}-${text.slice(4, 8)}`, text.slice(8)];
  };

  it('are admitted once, and refuse the file when they come more often than by chance', () => {
    const random = seededRandom('hits');
    const watch = watchConcentration(MASK, null);
    expect(watch.add(...whole(random))).toBe(false);
    expect(rowsUntilAlarm(watch, () => honest(MASK, random), 2000)).toBeUndefined();
    expect(rowsUntilAlarm(watch, () => whole(random), 10)).toBeLessThan(4);
  });

  it('stay counted when the next file comes', () => {
    const random = seededRandom('hits over files');
    const first = watchConcentration(MASK, null);
    expect(first.add(...whole(random))).toBe(false);
    const next = watchConcentration(MASK, first.snapshot());
    expect(rowsUntilAlarm(next, () => whole(random), 10)).toBe(1);
  });
});

describe('honest codes raise no alarm (IG-24)', () => {
  it.each(DEMO_PROGRAMMES.map(({ programme }) => [programme.name, programme.code_format] as const))(
    '20,000 of %s',
    (name, format) => {
      const random = seededRandom(name);
      const parsed = codeFormat.parse(format);
      expect(rowsUntilAlarm(watchConcentration(parsed, null), () => honest(parsed, random), 20_000)).toBeUndefined();
    },
  );

  it.each([
    ['without a check digit', LONG],
    ['with a check digit that is right for other windows, too', numeric(18, '754400', 8, 'luhn')],
  ])('20,000 of 18 and 19 digits %s', (_what, format) => {
    const random = seededRandom('long');
    expect(rowsUntilAlarm(watchConcentration(format, null), () => honest(format, random), 20_000)).toBeUndefined();
  });

  it.each<[string, CodeFormat]>([
    ['5x5 of letters and digits', alnum([5, 5, 5, 5, 5], null)],
    ['4x4 with two digits in the alphabet', alnum([4, 4, 4, 4], 8, 'ABCDEFGHJK27')],
    ['4x4 of eight letters and ten digits', alnum([4, 4, 4, 4], 11, 'ABCDEFGH0123456789')],
  ])('10,000 of %s', (name, format) => {
    const random = seededRandom(name);
    expect(rowsUntilAlarm(watchConcentration(format, null), () => honest(format, random), 10_000)).toBeUndefined();
  });

  it('under masks in turn', () => {
    const masks = [LONG, numeric(19, '600649', 7), alnum([4, 4, 4, 4], 8)];
    const random = seededRandom('masks in turn');
    let snapshot: string | null = null;
    for (let file = 0; file < 60; file++) {
      const mask = masks[file % 3]!;
      const watch: Concentration = watchConcentration(mask, snapshot);
      expect(rowsUntilAlarm(watch, () => honest(mask, random), 200)).toBeUndefined();
      snapshot = watch.snapshot();
    }
  });

  it('that count up, with the same digits in front', () => {
    const row = (number: number): [string, string] => [`6006494012888${String(number).padStart(6, '0')}`, '73041526'];
    expect(rowsUntilAlarm(watchConcentration(LONG, null), row, 20_000)).toBeUndefined();
  });
});
