import { linkStart } from '#contracts/supply/codes/fits-code.ts';
import { bodyLength, bodyOf } from '../concentration/reading.ts';
import type { CodeFormat } from '../masks/format.ts';
import { DateCounts, type FoundDate } from './date-counts.ts';

/** What codes and PINs look like: `#` is a digit, `A` and `a` are letters, `*` differs from row to row. A type alias, which JSON accepts. */
export type Shapes = {
  rows: number;
  /** What nearly all rows have at each place. */
  typical: string;
  /** The most frequent patterns, each with the rows that have it at least. */
  often: { shape: string; rows: number }[];
  /** Places where a month and a year stand more often than chance allows. */
  dates: FoundDate[];
};

const SHOWN = 10;
const NEARLY_ALL = 0.95;
// More patterns are counted than are shown, in constant memory (Misra and Gries).
const COUNTED = 64;

/** Counts what the rows of a file look like, without keeping any of them. */
export function countShapes(format: CodeFormat): {
  add: (code: string, pin: string | null) => void;
  found: () => Shapes;
} {
  const { code: mask, pin: pinMask } = format;
  const start = mask.kind === 'link' ? linkStart(mask).length : 0;
  const digits: number[] = [];
  const patterns = new Map<string, number>();
  const dates = new DateCounts({
    length: bodyLength(mask),
    fixed: mask.kind === 'numeric' ? mask.prefix.length : 0,
    pin: pinMask?.length ?? 0,
    letters: mask.kind !== 'numeric' || pinMask?.kind === 'alnum',
  });
  let rows = 0;
  let last = '';
  return {
    add: (code, pin) => {
      rows++;
      last = patternOf(code.slice(start)) + (pin ? ` + ${patternOf(pin)}` : '');
      for (let at = 0; at < last.length; at++) digits[at] = (digits[at] ?? 0) + (last[at] === '#' ? 1 : 0);
      count(patterns, last);
      dates.add(bodyOf(mask, code), pin ?? '');
    },
    found: () => ({
      rows,
      typical: Array.from(last, (mark, at) => typicalOf(mark, digits[at]! / rows)).join(''),
      often: [...patterns]
        .map(([shape, times]) => ({ shape, rows: times }))
        .sort((one, other) => other.rows - one.rows)
        .slice(0, SHOWN),
      dates: dates.found(rows),
    }),
  };
}

function patternOf(text: string): string {
  let pattern = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) pattern += '#';
    else if (code >= 65 && code <= 90) pattern += 'A';
    else pattern += code >= 97 && code <= 122 ? 'a' : text[at]!;
  }
  return pattern;
}

function typicalOf(mark: string, digits: number): string {
  if (!'#Aa'.includes(mark)) return mark;
  return digits >= NEARLY_ALL ? '#' : digits <= 1 - NEARLY_ALL ? 'A' : '*';
}

function count(patterns: Map<string, number>, pattern: string): void {
  const known = patterns.get(pattern);
  if (known !== undefined || patterns.size < COUNTED) {
    patterns.set(pattern, (known ?? 0) + 1);
    return;
  }
  for (const [other, times] of patterns) {
    if (times === 1) patterns.delete(other);
    else patterns.set(other, times - 1);
  }
}
