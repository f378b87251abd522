import { isNetworkNumber } from '../numbers/network-number.ts';
import { blockAround, digitsOf } from './digit-blocks.ts';
import type { DigitGroup } from './digit-runs.ts';
import { gs1Valid } from './gs1-valid.ts';

interface Place {
  text: string;
  run: readonly DigitGroup[];
  /** First and last group of what looks like a card number. */
  start: number;
  end: number;
  /** The words around it speak of payment cards. */
  payment: boolean;
}

const PARCEL =
  /(?<!\p{L})(?:fedex|dhl|ups|usps|track\w*|parcel|package|shipment|paket\w*|sendung\w*|colis|envío|sscc)(?!\p{L})[^\n]{0,40}$/iu;
const LONGEST = 19;
const EXPIRY = /^(?:0[1-9]|1[0-2])[2-4]\d$/;
const PADDING = /^(\d)\1*$|^(?:0123|1234|2345|3456|4567|5678|6789)$/;

/** Whether what could be a card number by its digits is plainly something else. */
export function isHonestNumber(place: Place): boolean {
  return isWei(place) || isParcel(place) || isPhone(place) || isRatings(place) || isList(place);
}

// The smallest unit of Ether has 18 decimals, so an amount of it is as long as the longest card numbers.
function isWei({ text, run, start, end }: Place): boolean {
  const groups = run.slice(start, end + 1);
  const last = run[end]!;
  const thousands = groups.every(({ digits, gap }, at) => at === 0 || (digits.length === 3 && gap === groups[1]!.gap));
  return (
    thousands &&
    digitsOf(groups).length >= 17 &&
    /^ ?wei\b/i.test(text.slice(last.at + last.digits.length, last.at + last.digits.length + 5))
  );
}

// USPS and DHL print 22 and 20 digits in fours; FedEx has 15, which only a word beside them tells from a card number.
function isParcel({ text, run, start, end }: Place): boolean {
  const block = digitsOf(blockAround(run, start, end));
  if ((block.length === 20 || block.length === 22) && /^(?:003404|9[1-5])/.test(block)) return gs1Valid(block);
  // A shipping unit (SSCC), which a card number after four zeros could be taken for.
  if (block.length === 20 && block.startsWith('00') && gs1Valid(block))
    return PARCEL.test(wordsBefore(text, run, start));
  const digits = digitsOf(run.slice(start, end + 1));
  if (digits.length !== 15 || /^3[47]/.test(digits) || !gs1Valid(digits)) return false;
  return PARCEL.test(wordsBefore(text, run, start));
}

const wordsBefore = (text: string, run: readonly DigitGroup[], start: number) =>
  text.slice(Math.max(0, run[start]!.at - 60), run[start]!.at);

function isPhone({ text, run, start, end }: Place): boolean {
  return (
    digitsOf(run.slice(start, end + 1)).length === 12 && /(?:^|[^\d])\+$/.test(text.slice(0, run[start]!.at).slice(-2))
  );
}

// 4.5, 3.9, 5.0: single digits around points, with another separator between the items.
function isRatings({ run, start, end }: Place): boolean {
  const [, ...rest] = run.slice(start, end + 1);
  if (rest.length < 2 || !rest.every(({ digits }) => digits.length === 1)) return false;
  const [odd, even] = [rest.filter((_, at) => at % 2 === 0), rest.filter((_, at) => at % 2 === 1)];
  const points = (groups: readonly DigitGroup[]) => groups.every(({ gap }) => gap === '.');
  const commas = (groups: readonly DigitGroup[]) =>
    groups.every(({ gap }) => /[,;/|]/.test(gap) && gap === groups[0]!.gap);
  return (points(odd) && commas(even)) || (commas(odd) && points(even));
}

/** Part of a longer list of numbers of one length is no card number, unless the text speaks of payment cards. */
function isList({ run, start, end, payment }: Place): boolean {
  const groups = run.slice(start, end + 1);
  const size = groups[0]!.digits.length;
  if (groups.length < 2 || payment) return false;
  const sameSize = groups.every(({ digits }) => digits.length === size);
  if (sameSize && size >= 4 && areConsecutive(groups)) return true;
  if (size < 4) return isPartOfRow(run, start, end, size);
  const block = blockAround(run, start, end);
  const rest = block.filter((group) => !groups.includes(group));
  if (rest.some(({ digits }) => PADDING.test(digits))) return false;
  return size === 4 ? isLongCode(block, run[end + 1]) : sameSize && rest.length > 0;
}

/** In a long row of single digits, pairs or threes, as of a puzzle, some part looks like a card number by chance. */
function isPartOfRow(run: readonly DigitGroup[], start: number, end: number, size: number): boolean {
  let [first, last] = [start, end];
  while (first > 0 && run[first - 1]!.digits.length === size) first--;
  while (last + 1 < run.length && run[last + 1]!.digits.length === size) last++;
  const rest = [...run.slice(first, start), ...run.slice(end + 1, last + 1)];
  return (last - first + 1) * size > LONGEST && new Set(rest.map(({ digits }) => digits)).size > 1;
}

const areConsecutive = (groups: readonly DigitGroup[]) => {
  const numbers = new Set(groups.map(({ digits }) => digits));
  return numbers.size === groups.length && new Set([...numbers].map((digits) => digits.slice(0, -2))).size === 1;
};

// Six and more groups of four are a key or a code, unless an expiry date follows or all of it is card numbers.
function isLongCode(block: readonly DigitGroup[], next: DigitGroup | undefined): boolean {
  if (block.length < 6 || EXPIRY.test(next?.digits ?? '')) return false;
  const numbers = digitsOf(block).match(/\d{16}/g)!;
  return block.length % 4 !== 0 || !numbers.every(isNetworkNumber);
}
