import { luhnValid } from '#contracts/supply/codes/luhn.ts';
import { NETWORK_RANGES } from './network-ranges.ts';

const DEPTH = 6;
const SHORTEST = 12;

// One byte per six-digit prefix, one bit per length from 12 to 19: a lookup instead of 42 comparisons.
const lengthsByPrefix = new Uint8Array(10 ** DEPTH);
const familyByPrefix = new Uint8Array(10 ** DEPTH);
/** The networks of almost all cards: how many digits their numbers have, and which part of all numbers and of cards they are. */
export const FAMILIES = [
  { network: 'Visa', from: /^4/, length: 16, inRange: { honest: 0.1, carrying: 0.45 } },
  { network: 'Mastercard', from: /^5/, length: 16, inRange: { honest: 0.05, carrying: 0.3 } },
  { network: 'Mastercard', from: /^2/, length: 16, inRange: { honest: 0.05, carrying: 0.08 } },
  { network: 'Discover', from: /^6/, length: 16, inRange: { honest: 0.016, carrying: 0.07 } },
  { network: 'American Express', from: /^3/, length: 15, inRange: { honest: 0.02, carrying: 0.1 } },
] as const;
for (const { network, from, to, lengths } of NETWORK_RANGES) {
  const bits = lengths.reduce((sum, length) => sum | (1 << (length - SHORTEST)), 0);
  const family = FAMILIES.findIndex((one) => one.network === network && one.from.test(from)) + 1;
  const [first, end] = [bucketsOf(from)[0], bucketsOf(to)[1]];
  for (let prefix = first; prefix < end; prefix++) {
    lengthsByPrefix[prefix]! |= bits;
    familyByPrefix[prefix] ||= family;
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

/** Which of the families of almost all cards these first six digits belong to, from 0; -1 for none. */
export const familyOf = (prefix: number): number => familyByPrefix[prefix]! - 1;

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
