import { isNetworkNumber } from '../numbers/network-number.ts';
import { contextOf } from './context.ts';
import { digitsOf } from './digit-blocks.ts';
import { type DigitGroup, digitRuns } from './digit-runs.ts';
import { isHonestNumber } from './honest-number.ts';
import { isFilledUp } from './is-filled-up.ts';

/**
 * How strictly a text is read. `cell`: any grouping counts, and any part of 20 and more digits. `strict`: groups as people
 * write them. `lenient`: the same, but what is plainly something else is let through.
 */
export type Reading = 'cell' | 'strict' | 'lenient';

/**
 * `sure`: the text says that it is a payment card. `likely`: a number written as cards show theirs, without a word.
 * `unsure`: it may as well be something else, and a person decides.
 */
export type Certainty = 'sure' | 'likely' | 'unsure';

const SHAPES = ['4,6,5', '4,6,4', '6,13', '5,4,4,4'];
// The start of a UUID: a card number can be filled up to look like one.
const UUID_SHAPE = /^8,4,(?:[1-4]|4,[1-4])$/;
const EXPIRY = /^(?:0[1-9]|1[0-2])[2-4]\d(?:\d{3,4})?$/;
// Airlines' account cards: one in ten of all numbers of 15 digits that start with 1.
const UATP = /^1(?!800)\d{14}$/;
// What most cards carry. Other numbers start with their year more often than Mastercard's with 2221 to 2720.
const COMMON = /^(?:(?:4\d|5[1-5])\d{14}|3[47]\d{13})$/;
const PADDING = /^(\d)\1+$/;
const LONGEST = 19;
const RANKS: readonly Certainty[] = ['unsure', 'likely', 'sure'];

/** The strongest of two findings. */
export const stronger = (a: Certainty | undefined, b: Certainty | undefined): Certainty | undefined =>
  a === undefined || (b !== undefined && RANKS.indexOf(b) > RANKS.indexOf(a)) ? b : a;

/** How surely a normalised text holds a payment-card number, alone or in groups (IG-02); undefined where it holds none. */
export function findNumber(text: string, reading: Reading, xSeparates = true): Certainty | undefined {
  let found: Certainty | undefined;
  for (const run of digitRuns(text, xSeparates)) {
    for (const start of run.keys()) {
      found = stronger(found, startsNumber(text, run, start, reading));
      if (found === 'sure') return found;
    }
  }
  return found;
}

function startsNumber(
  text: string,
  run: readonly DigitGroup[],
  start: number,
  reading: Reading,
): Certainty | undefined {
  const first = run[start]!.digits;
  if (startsWithExpiry(first) || (reading === 'cell' && first.length > LONGEST && holdsNumberInside(first)))
    return 'sure';
  let found = reading === 'lenient' && isFilledUp(first) ? judgeFilledUp(text, run, start) : undefined;
  let joined = '';
  for (let end = start; end < run.length && joined.length < LONGEST; end++) {
    joined += run[end]!.digits;
    if (!isNetworkNumber(joined)) continue;
    if (reading === 'cell') return 'sure';
    const grouped = isGroupedAsWritten(run.slice(start, end + 1));
    if (reading === 'strict' && grouped) return 'sure';
    if (reading === 'lenient') found = stronger(found, judge({ text, run, start, end, grouped }));
  }
  return found;
}

interface Place {
  text: string;
  run: readonly DigitGroup[];
  start: number;
  end: number;
  grouped: boolean;
}

function judge({ text, run, start, end, grouped }: Place): Certainty | undefined {
  const groups = run.slice(start, end + 1);
  if (!grouped && !hasOneGap(groups)) return undefined;
  const context = contextAt(text, run, start, end);
  const payment = context === 'payment';
  if (!grouped) return payment ? 'unsure' : undefined;
  if (isHonestNumber({ text, run, start, end, payment })) return undefined;
  if (payment) return 'sure';
  const digits = digitsOf(groups);
  if (UATP.test(digits)) return context === 'card' ? 'likely' : undefined;
  if (context === 'card' || (context === 'none' && !isDecimals(run, start, end))) return 'likely';
  if (isPartOfMore(run, groups)) return undefined;
  return COMMON.test(digits) ? 'unsure' : undefined;
}

/** Whether more groups of the same length follow or precede it: one of many such parts looks like a card number by chance. */
function isPartOfMore(run: readonly DigitGroup[], groups: readonly DigitGroup[]): boolean {
  const size = groups[0]!.digits.length;
  const others = run.filter((group) => !groups.includes(group));
  return !others.some(({ digits }) => PADDING.test(digits)) && others.some(({ digits }) => digits.length === size);
}

/** Digits behind a point, as of a place on a map, alone or with those before it. */
function isDecimals(run: readonly DigitGroup[], start: number, end: number): boolean {
  const [before, first, second] = [run[start - 1], run[start]!, run[start + 1]];
  const isWhole = (group: DigitGroup | undefined) => group !== undefined && group.digits.length <= 3;
  return (first.gap === '.' && isWhole(before)) || (end === start + 1 && second!.gap === '.' && isWhole(first));
}

function judgeFilledUp(text: string, run: readonly DigitGroup[], at: number): Certainty | undefined {
  const context = contextAt(text, run, at, at);
  const payment = context === 'payment';
  if (isHonestNumber({ text, run, start: at, end: at, payment })) return undefined;
  if (payment) return 'sure';
  const { digits, at: from } = run[at]!;
  // A longer word of letters and digits is a hash or an address, and one more digit nothing that was glued on.
  const inWord = /\p{L}/u.test(text.charAt(from - 1) + text.charAt(from + digits.length));
  return (context === 'other' || inWord) && !isFilledUp(digits, { long: true }) ? undefined : 'unsure';
}

function contextAt(text: string, run: readonly DigitGroup[], start: number, end: number) {
  const last = run[end]!;
  return contextOf(text, run[0]!.at, run[start]!.at, last.at + last.digits.length);
}

const hasOneGap = (groups: readonly DigitGroup[]) => groups.every(({ gap }, at) => at === 0 || gap === groups[1]!.gap);

function isGroupedAsWritten(groups: readonly DigitGroup[]): boolean {
  const sizes = groups.map(({ digits }) => digits.length);
  const last = sizes.length - 1;
  const first = sizes[0]!;
  if (sizes.every((size, at) => size === 4 || (at === last && size < 4))) return true;
  if (SHAPES.includes(sizes.join()) || UUID_SHAPE.test(sizes.join()) || sizes.every((size) => size === 1)) return true;
  return sizes.every((size, at) => at === last || size === first) && hasOneGap(groups);
}

/** A number with its expiry date, and perhaps the verification value, glued on. */
function startsWithExpiry(digits: string): boolean {
  for (let length = Math.min(LONGEST, digits.length - 4); length >= 12; length--) {
    if (EXPIRY.test(digits.slice(length)) && isNetworkNumber(digits.slice(0, length))) return true;
  }
  return false;
}

/** Whether any part of some digits is a payment-card number. */
export function holdsNumberInside(digits: string): boolean {
  for (let start = 0; start + 12 <= digits.length; start++) {
    for (let length = 12; length <= LONGEST && start + length <= digits.length; length++) {
      if (isNetworkNumber(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}
