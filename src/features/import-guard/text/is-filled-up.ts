import { isNetworkNumber } from '../numbers/network-number.ts';

const SHORTEST = 15;
const ONE_MORE = 17;
// Cards of 16 digits that one more digit hides; rarer ones would be found in one number of 17 out of fifteen.
const COMMON = /^(?:4|5[1-5]|6011|64[4-9]|65)/;

/**
 * Whether some digits are a payment-card number with others glued on: zeros, a row of equal ones, or one digit on 16.
 * `long`: only rows of two and more at one end, which hardly any honest number has.
 */
export function isFilledUp(digits: string, { long = false } = {}): boolean {
  if (digits.length <= SHORTEST) return false;
  for (const start of countsOf(/^(?:0+|(\d)\1+)/.exec(digits)?.[0] ?? ''))
    for (const end of countsOf(/(?:0+|(\d)\1+)$/.exec(digits)?.[0] ?? '')) {
      const rest = digits.slice(start, digits.length - end);
      if (Math.max(start, end) > (long ? 1 : 0) && rest.length >= SHORTEST && isNetworkNumber(rest)) return true;
    }
  if (long || digits.length !== ONE_MORE) return false;
  return [digits.slice(1), digits.slice(0, -1)].some((rest) => COMMON.test(rest) && isNetworkNumber(rest));
}

/** How many of a row of equal digits may have been glued on: none or at least two, and of zeros any. */
function countsOf(row: string): number[] {
  const counts = Array.from({ length: row.length + 1 }, (_, count) => count);
  return row.startsWith('0') ? counts : counts.filter((count) => count !== 1);
}
