import { isNetworkNumber } from '../numbers/network-number.ts';

const SHORTEST = 15;
const LONGEST = 19;
const ONE_MORE = 17;
// Cards of 16 digits that one more digit hides; rarer ones would be found in one number of 17 out of fifteen.
const COMMON = /^(?:4|5[1-5]|6011|64[4-9]|65)/;

/**
 * Whether some digits are a payment-card number with others glued on: zeros, a row of equal ones, or one digit on 16.
 * `long`: only rows of two and more at one end, which hardly any honest number has.
 */
export function isFilledUp(digits: string, { long = false } = {}): boolean {
  if (digits.length <= SHORTEST) return false;
  const [head, tail] = [equalFrom(digits, 1), equalFrom(digits, -1)];
  const ends = new Set(countsOf(tail));
  // By the length of what is left, so that a long row costs no more than its length.
  for (const start of countsOf(head))
    for (let length = SHORTEST; length <= LONGEST; length++) {
      const end = digits.length - start - length;
      if (!ends.has(end) || Math.max(start, end) <= (long ? 1 : 0)) continue;
      if (isNetworkNumber(digits.slice(start, start + length))) return true;
    }
  if (long || digits.length !== ONE_MORE) return false;
  return [digits.slice(1), digits.slice(0, -1)].some((rest) => COMMON.test(rest) && isNetworkNumber(rest));
}

/** The row of equal digits at the beginning, or at the end. */
function equalFrom(digits: string, step: 1 | -1): string {
  const first = step === 1 ? 0 : digits.length - 1;
  let count = 1;
  while (digits[first + count * step] === digits[first]) count++;
  return step === 1 ? digits.slice(0, count) : digits.slice(-count);
}

/** How many of a row of equal digits may have been glued on: none or at least two, and of zeros any. */
function countsOf(row: string): number[] {
  const counts = Array.from({ length: row.length + 1 }, (_, count) => count);
  return row.startsWith('0') ? counts : counts.filter((count) => count !== 1);
}
