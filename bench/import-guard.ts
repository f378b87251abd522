// The import guard without a database: CPU time of a row and a text, how many honest rows IG-24 takes without an alarm, and
// after how many rows it finds card numbers. Everything is random from a fixed seed.

import { type CodeFormat, codeFormat } from '#contracts/supply/codes/code-format.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { watchConcentration } from '#features/oversight/import-guard/concentration.ts';
import { fastRandom } from '#features/oversight/import-guard/numbers/fast-random.ts';
import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import { randomCode, randomPin } from '#features/oversight/import-guard/random-code.ts';
import { rowGuard } from '#features/oversight/import-guard/row-guard.ts';
import { scanText } from '#features/oversight/import-guard/scan/scan-text.ts';
import { median, writeResult } from './support/machine.ts';

const HONEST_ROWS = 1_000_000;
const TIMED_ROWS = 100_000;
const ATTACKS = 21;
const TEXT_CHARS = 8000;

type Row = [code: string, pin: string | null];

const honest = ({ code, pin }: CodeFormat, random: Random): Row => [
  randomCode(code, random),
  pin && randomPin(pin, random),
];

/** CPU time in microseconds, which other work on the machine changes least. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}

function honestRows(name: string, format: CodeFormat, seed: number) {
  const random = fastRandom(seed);
  const guard = rowGuard(format, ['code', 'pin']);
  const timed = watchConcentration(format, null);
  const rows = Array.from({ length: TIMED_ROWS }, () => honest(format, random));
  let refused = 0;
  const guardCpu = cpuOf(() => {
    for (const [code, pin] of rows) if (!('row' in guard([code, pin ?? '']))) refused++;
  });
  const watchCpu = cpuOf(() => {
    for (const [code, pin] of rows) timed.add(code, pin);
  });
  const watch = watchConcentration(format, null);
  let alarms = 0;
  for (let row = 0; row < HONEST_ROWS; row++) if (watch.add(...honest(format, random))) alarms++;
  const each = (cpu: number) => Number((cpu / TIMED_ROWS).toFixed(1));
  return { name, refused, alarms, guard_cpu_us: each(guardCpu), watch_cpu_us: each(watchCpu) };
}

const LONG = codeFormat.parse({
  code: { kind: 'numeric', length: 19, prefix: '600649' },
  pin: { kind: 'numeric', length: 8 },
});

function rowsUntilAlarm(every: number, seed: number): number {
  const random = fastRandom(seed);
  const watch = watchConcentration(LONG, null);
  for (let row = 1; row <= 20_000; row++) {
    const body = `4${Array.from({ length: 14 }, () => random(10)).join('')}`;
    const number = body + luhnDigit(body);
    const [code, pin] = honest(LONG, random);
    const carried: Row = [`600649${number.slice(0, 13)}`, number.slice(13) + pin!.slice(3)];
    if (watch.add(...(row % every === 0 ? carried : ([code, pin] as const)))) return row;
  }
  return Number.NaN;
}

const TEXTS: Readonly<Record<string, string>> = {
  prose: 'The card was fine and I like it. ',
  digit_soup: '1 2-3.4/5_6|7,8 9',
  single_digits: '1 ',
  one_number: '4',
  digits_and_x: '4X',
  fours: '4012 ',
  escaped: '%34',
  hexadecimal: '34',
  look_alikes: '4OOl ',
  bank_accounts: 'DE12 ',
};

function textMs(text: string): number {
  const times = Array.from({ length: 50 }, () => cpuOf(() => scanText(text, 'text')) / 1000);
  return Number(median(times).toFixed(1));
}

await writeResult('import-guard', null, {
  honest_rows_each: HONEST_ROWS,
  timed_rows_each: TIMED_ROWS,
  masks: DEMO_PROGRAMMES.map(({ programme }, at) => {
    const result = honestRows(programme.name, codeFormat.parse(programme.code_format), at + 1);
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return result;
  }),
  alarms_target: 0,
  rows_until_alarm: Object.fromEntries(
    [1, 2, 6, 20].map((every) => {
      const rows = Array.from({ length: ATTACKS }, (_, seed) => rowsUntilAlarm(every, seed + 1));
      return [`every_${every}`, { least: Math.min(...rows), median: median(rows), most: Math.max(...rows) }];
    }),
  ),
  text_chars: TEXT_CHARS,
  text_cpu_ms: Object.fromEntries(
    Object.entries(TEXTS).map(([name, part]) => [name, textMs(part.repeat(TEXT_CHARS).slice(0, TEXT_CHARS))]),
  ),
});
