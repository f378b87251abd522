import { luhnValid } from './luhn.ts';
import { NETWORK_RANGES } from './network-ranges.ts';

const DEPTH = 6;
const SHORTEST = 12;

// One byte per six-digit prefix, one bit per length from 12 to 19: a lookup instead of 42 comparisons.
const lengthsByPrefix = new Uint8Array(10 ** DEPTH);
// Almost all cards in circulation have one of these lengths and networks.
const commonByPrefix = new Uint8Array(10 ** DEPTH);
const COMMON_LENGTHS: Readonly<Record<string, number>> = {
  Visa: 16,
  Mastercard: 16,
  'American Express': 15,
  Discover: 16,
};
for (const { network, from, to, lengths } of NETWORK_RANGES) {
  const bits = lengths.reduce((sum, length) => sum | (1 << (length - SHORTEST)), 0);
  const common = COMMON_LENGTHS[network] ? 1 << (COMMON_LENGTHS[network] - SHORTEST) : 0;
  const [first, end] = [bucketsOf(from)[0], bucketsOf(to)[1]];
  for (let prefix = first; prefix < end; prefix++) {
    lengthsByPrefix[prefix]! |= bits;
    commonByPrefix[prefix]! |= common;
  }
}

/** IG-01 for ASCII digits: a payment network's length and prefix, and Luhn valid. */
export function isNetworkNumber(digits: string): boolean {
  if (digits.length < SHORTEST || digits.length > 19) return false;
  const bits = lengthsByPrefix[Number(digits.slice(0, DEPTH))]!;
  return (bits & (1 << (digits.length - SHORTEST))) !== 0 && luhnValid(digits);
}

/** One bit per length from 12 to 19 in which a network issues numbers with these first six digits. */
export const lengthBits = (prefix: number): number => lengthsByPrefix[prefix]!;

/** The same for the networks and lengths of almost all cards. */
export const commonLengthBits = (prefix: number): number => commonByPrefix[prefix]!;

/** Whether numbers starting with `prefix` could fall into a network's range; of any length, where none is given. */
export function touchesNetworkRange(prefix: string, length?: number): boolean {
  const bits = length === undefined ? 0xff : 1 << (length - SHORTEST);
  const [first, end] = bucketsOf(prefix.slice(0, DEPTH));
  for (let at = first; at < end; at++) if ((lengthsByPrefix[at]! & bits) !== 0) return true;
  return false;
}

function bucketsOf(prefix: string): [first: number, end: number] {
  const width = 10 ** (DEPTH - prefix.length);
  const first = Number(prefix) * width;
  return [first, first + width];
}
