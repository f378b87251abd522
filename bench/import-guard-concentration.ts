// IG-24 by simulation, without a database: after how many rows card numbers in codes are found, whatever honest stock came
// before, and how many honest rows of 30 masks pass without an alarm. Everything is random from fixed seeds.
//   node bench/import-guard-concentration.ts [honest rows in all] [runs of each attack]

import { type CodeFormat, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { watchConcentration } from '#features/oversight/import-guard/concentration.ts';
import { fastRandom } from '#features/oversight/import-guard/numbers/fast-random.ts';
import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import { randomCode, randomPin } from '#features/oversight/import-guard/random-code.ts';
import { median, writeResult } from './support/machine.ts';

const HONEST_ROWS = Number(process.argv[2] ?? 10_000_000);
const RUNS = Number(process.argv[3] ?? 11);

type Row = [code: string, pin: string | null];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FULL = `${LETTERS}0123456789`;
const CLEAR = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const alnum = (groups: number[], alphabet: string, pin: number | null = null) =>
  codeFormat.parse({
    code: { kind: 'alnum', groups, sep: '-', alphabet },
    pin: pin && { kind: 'numeric', length: pin },
  });
const numeric = (length: number, prefix: string, pin: number | null = null, checksum?: 'luhn') =>
  codeFormat.parse({
    code: { kind: 'numeric', length, prefix, checksum },
    pin: pin && { kind: 'numeric', length: pin },
  });
const link = (length: number, alphabet: string) =>
  codeFormat.parse({ code: { kind: 'link', host: 'claim.example.com', path: '/g/', length, alphabet } });

const MASKS: CodeFormat[] = [
  ...[null, 4, 6, 8, 11].map((pin) => alnum([4, 4, 4, 4], FULL, pin)),
  ...[null, 8].map((pin) => alnum([5, 5, 5, 5, 5], FULL, pin)),
  alnum([5, 5, 5, 5, 5], CLEAR),
  alnum([5, 5, 5], CLEAR, 6),
  alnum([4, 1, 4, 1, 4], FULL, 11),
  alnum([4, 4, 4, 4], 'ABCDEFGH0123456789', 11),
  alnum([4, 4, 4, 4], 'ABCDEFGH01234567'),
  alnum([4, 4, 4], LETTERS, 4),
  alnum([4, 4, 4, 4], LETTERS),
  alnum([14], FULL),
  alnum([26], FULL),
  ...[4, 8, 11].map((pin) => numeric(19, '600649', pin)),
  ...[null, 4, 8].map((pin) => numeric(16, '603628', pin, 'luhn')),
  ...[null, 8].map((pin) => numeric(16, '0471', pin)),
  numeric(16, '0000', 11),
  numeric(18, '764400', 8, 'luhn'),
  numeric(10, '', null),
  numeric(12, '777700', 11),
  link(24, CLEAR),
  link(40, FULL + LETTERS.toLowerCase()),
];

const honestRow = ({ code, pin }: CodeFormat, random: Random): Row => [
  randomCode(code, random),
  pin && randomPin(pin, random),
];

const PREFIXES = ['4', '4', '4', '51', '52', '53', '54', '55', '2221', '6011'];
function cardNumber(random: Random): string {
  const prefix = PREFIXES[random(PREFIXES.length)]!;
  const body = prefix + Array.from({ length: 15 - prefix.length }, () => random(10)).join('');
  return body + luhnDigit(body);
}
const letter = (random: Random) => LETTERS[random(LETTERS.length)]!;
const fours = (text: string) => text.match(/.{4}/g)!.join('-');
const symbolsFor = (text: string, random: Random, alphabet: string) =>
  Array.from(text, (digit) => {
    const choices = Array.from(alphabet).filter((_, at) => at % 10 === Number(digit));
    return choices[random(choices.length)]!;
  }).join('');

interface Attack {
  format: CodeFormat;
  shares: number[];
  /** Behind other symbols, which takes the rank test more rows than the targets are about. */
  hidden?: boolean;
  row: (random: Random) => Row;
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  a_letter_after_each_group: {
    format: alnum([4, 1, 4, 1, 4], FULL, 11),
    shares: [1, 0.1, 0.01],
    row: (random) => {
      const text = cardNumber(random);
      const code = `${text.slice(0, 4)}-${letter(random)}-${text.slice(4, 8)}-${letter(random)}-${text.slice(8, 12)}`;
      return [code, `${text.slice(12)}0529${100 + random(900)}`];
    },
  },
  a_letter_after_each_digit: {
    format: alnum([4, 4, 4, 4], FULL, 11),
    shares: [1, 0.1, 0.01],
    row: (random) => {
      const text = cardNumber(random);
      return [fours(Array.from(text.slice(0, 8), (digit) => digit + letter(random)).join('')), `${text.slice(8)}123`];
    },
  },
  behind_a_prefix: {
    format: numeric(19, '600649', 8),
    shares: [1, 0.1, 0.01],
    row: (random) => {
      const text = cardNumber(random);
      return [`600649${text.slice(0, 13)}`, `${text.slice(13)}12345`];
    },
  },
  reversed: {
    format: numeric(19, '600649', 8),
    shares: [1, 0.1, 0.01],
    row: (random) => {
      const text = Array.from(cardNumber(random)).reverse().join('');
      return [`600649${text.slice(0, 13)}`, `${text.slice(13)}12345`];
    },
  },
  ten_secret_letters: {
    format: alnum([4, 4, 4, 4], LETTERS),
    shares: [1],
    hidden: true,
    row: (random) => [fours(Array.from(cardNumber(random), (digit) => 'QWERTYUIOP'[Number(digit)]!).join('')), null],
  },
  several_symbols_for_each_digit: {
    format: alnum([4, 4, 4, 4], FULL),
    shares: [1],
    hidden: true,
    row: (random) => [fours(symbolsFor(cardNumber(random), random, FULL)), null],
  },
};

function rowsUntilAlarm(
  { format, row }: Attack,
  { share, before, run }: { share: number; before: number; run: number },
) {
  const random = fastRandom(run * 7919 + before);
  const watch = watchConcentration(format, null);
  for (let at = 0; at < before; at++) if (watch.add(...honestRow(format, random))) throw new Error('False alarm');
  for (let at = 1; at <= 100_000; at++) {
    const carries = random(1_000_000) < share * 1_000_000;
    if (watch.add(...(carries ? row(random) : honestRow(format, random)))) return at;
  }
  return Number.NaN;
}

/** By which row a share is to be found; and runs, more of them where the target is close. */
const TARGETS: Readonly<Record<number, { row: number; runs: number }>> = {
  1: { row: 20, runs: RUNS },
  0.1: { row: 300, runs: 3 * RUNS },
  0.01: { row: 40_000, runs: RUNS },
};

const found = Object.entries(ATTACKS).flatMap(([name, attack]) =>
  attack.shares.flatMap((share) =>
    (share === 0.01 ? [0, 60_000] : [0, 5_000, 20_000, 60_000]).map((before) => {
      const { row, runs } = TARGETS[share]!;
      const rows = Array.from({ length: runs }, (_, at) => rowsUntilAlarm(attack, { share, before, run: at + 1 }));
      const late = attack.hidden ? undefined : rows.filter((at) => !(at <= row)).length;
      const figures = { runs, least: Math.min(...rows), median: median(rows), most: Math.max(...rows), late };
      process.stdout.write(`${name} ${share} after ${before}: ${JSON.stringify(figures)}\n`);
      return { name, share, honest_before: before, ...figures };
    }),
  ),
);

const each = Math.ceil(HONEST_ROWS / MASKS.length);
let alarms = 0;
const cpu = MASKS.map((format, at) => {
  const random = fastRandom(at + 1);
  const watch = watchConcentration(format, null);
  const before = process.cpuUsage().user;
  for (let row = 0; row < each; row++) if (watch.add(...honestRow(format, random))) alarms++;
  const cpu_us = Number(((process.cpuUsage().user - before) / each).toFixed(1));
  process.stdout.write(`mask ${at + 1} of ${MASKS.length}: ${alarms} alarms, ${cpu_us} us a row\n`);
  return cpu_us;
});

await writeResult('import-guard-concentration', null, {
  rows_until_alarm: found,
  target: 'all rows: by row 20; one in ten: by row 300; one in a hundred: by row 40,000, whatever came before',
  honest_masks: MASKS.length,
  honest_rows: each * MASKS.length,
  honest_alarms: alarms,
  honest_alarms_target: 0,
  cpu_us_a_row: { least: Math.min(...cpu), median: median(cpu), most: Math.max(...cpu) },
});
