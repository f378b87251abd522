import { describe, expect, it } from 'vitest';
import { type CodeFormat, codeFormat } from '#contracts/code-format.ts';
import { DEMO_PROGRAMMES } from '../demo/programmes.ts';
import { type Concentration, type WindowCount, watchConcentration } from './concentration.ts';
import { luhnDigit } from './numbers/luhn.ts';
import { type Random, seededRandom } from './numbers/seeded-random.ts';
import { randomCode, randomPin } from './random-code.ts';

const numeric = (length: number, prefix: string, pin?: number, checksum?: 'luhn') =>
  codeFormat.parse({
    code: { kind: 'numeric', length, prefix, checksum },
    pin: pin ? { kind: 'numeric', length: pin } : null,
  });
const LONG = numeric(19, '600649', 8);

const digits = (count: number, random: Random) => Array.from({ length: count }, () => random(10)).join('');
const visa = (random: Random) => {
  const body = `4${digits(14, random)}`;
  return body + luhnDigit(body);
};
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
      const found = rowsUntilAlarm(watchConcentration(LONG, []), row, most);
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
    expect(rowsUntilAlarm(watchConcentration(format, []), () => row(random), 40)).toBeGreaterThan(9);
  });

  it('are found over several files, each too short to tell', () => {
    const random = seededRandom('files');
    let known: WindowCount[] = [];
    let rows = 0;
    for (let file = 0; file < 10; file++) {
      const watch = watchConcentration(LONG, known);
      if (rowsUntilAlarm(watch, () => carrying(LONG, '600649', random), 4)) {
        expect(rows).toBeGreaterThan(9);
        return;
      }
      rows += 4;
      known = merged(known, watch.counted());
    }
    expect.unreachable();
  });
});

function merged(known: WindowCount[], more: WindowCount[]): WindowCount[] {
  const all = new Map<string, WindowCount>();
  for (const one of [...known, ...more]) {
    const key = `${one.pin_first} ${one.start} ${one.length}`;
    const sum = all.get(key);
    all.set(key, sum ? { ...one, seen: sum.seen + one.seen, valid: sum.valid + one.valid } : one);
  }
  return [...all.values()];
}

describe('honest codes raise no alarm (IG-24)', () => {
  it.each(DEMO_PROGRAMMES.map(({ programme }) => [programme.name, programme.code_format] as const))(
    '20,000 of %s',
    (name, format) => {
      const random = seededRandom(name);
      const parsed = codeFormat.parse(format);
      expect(rowsUntilAlarm(watchConcentration(parsed, []), () => honest(parsed, random), 20_000)).toBeUndefined();
    },
  );

  it.each([
    ['without a check digit', LONG],
    ['with a check digit that is right for other windows, too', numeric(18, '754400', 8, 'luhn')],
  ])('20,000 of 18 and 19 digits %s', (_what, format) => {
    const random = seededRandom('long');
    expect(rowsUntilAlarm(watchConcentration(format, []), () => honest(format, random), 20_000)).toBeUndefined();
  });

  it('that count up, with the same digits in front', () => {
    const row = (number: number): [string, string] => [`6006494012888${String(number).padStart(6, '0')}`, '73041526'];
    expect(rowsUntilAlarm(watchConcentration(LONG, []), row, 20_000)).toBeUndefined();
  });
});
