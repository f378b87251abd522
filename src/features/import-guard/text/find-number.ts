import { isNetworkNumber } from '../numbers/network-number.ts';
import { type DigitGroup, digitRuns } from './digit-runs.ts';
import { isHonestNumber } from './honest-number.ts';

/**
 * How strictly a text is read. `cell`: any grouping counts, and any part of 20 and more digits. `strict`: groups as people
 * write them. `lenient`: the same, but what is plainly something else is let through.
 */
export type Reading = 'cell' | 'strict' | 'lenient';

const SHAPES = ['4,6,5', '4,6,4', '6,13', '5,4,4,4'];
// The start of a UUID: a card number can be filled up to look like one.
const UUID_SHAPE = /^8,4,(?:[1-4]|4,[1-4])$/;
const EXPIRY = /^(?:0[1-9]|1[0-2])[2-4]\d(?:\d{3,4})?$/;
const LONGEST = 19;

/** Whether a normalised text holds a payment-card number, alone or in groups (IG-02). */
export function holdsNumber(text: string, reading: Reading): boolean {
  return digitRuns(text).some((run) => run.some((_group, start) => startsNumber(text, run, start, reading)));
}

function startsNumber(text: string, run: readonly DigitGroup[], start: number, reading: Reading): boolean {
  const first = run[start]!.digits;
  if (startsWithExpiry(first) || (reading === 'cell' && first.length > LONGEST && holdsNumberInside(first)))
    return true;
  let joined = '';
  for (let end = start; end < run.length && joined.length < LONGEST; end++) {
    joined += run[end]!.digits;
    if (!isNetworkNumber(joined)) continue;
    if (reading === 'cell') return true;
    const groups = run.slice(start, end + 1);
    if (!isGroupedAsWritten(groups)) continue;
    if (reading === 'strict' || !isHonestNumber({ text, run, start, end })) return true;
  }
  return false;
}

function isGroupedAsWritten(groups: readonly DigitGroup[]): boolean {
  const sizes = groups.map(({ digits }) => digits.length);
  const last = sizes.length - 1;
  const first = sizes[0]!;
  if (sizes.every((size, at) => size === 4 || (at === last && size < 4))) return true;
  if (SHAPES.includes(sizes.join()) || UUID_SHAPE.test(sizes.join()) || sizes.every((size) => size === 1)) return true;
  const sameSize = sizes.every((size, at) => at === last || size === first);
  return sameSize && groups.every(({ gap }, at) => at === 0 || gap === groups[1]!.gap);
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
