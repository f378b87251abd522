import { MINUTE_MS } from '#contracts/time-units.ts';
import type { DatedPrice } from './ticker-source.ts';

export type Choice =
  | { usd_e9: bigint; sources: string[]; jumped: boolean }
  /** No rate can be told. */
  | { refused: string };

const MAX_AGE_MS = 10 * MINUTE_MS;
const MAX_SPREAD_BP = 300n;
const MAX_JUMP_BP = 2_000n;
/** One source alone is never believed. */
const QUORUM = 2;

/**
 * The median of the fresh prices. Refused if fewer than two sources agree on it, within 3% of it and of each other, or if at
 * least half differ. `jumped` if it is more than 20% away from the reference, an older accepted rate.
 */
export function chooseRate(
  prices: readonly ({ source: string } & DatedPrice)[],
  now: Date,
  reference: bigint | null,
): Choice {
  const fresh = prices.filter(({ at }) => now.getTime() - at.getTime() <= MAX_AGE_MS);
  if (fresh.length === 0) return { refused: 'no source has a fresh price' };
  const median = medianOf(fresh.map(({ usd_e9 }) => usd_e9));
  const near = fresh.filter(({ usd_e9 }) => !isApart(usd_e9, median, MAX_SPREAD_BP));
  const sources = [...new Set(near.map(({ source }) => source))];
  if (fresh.length > 1 && (near.length * 2 <= fresh.length || areApart(near)))
    return { refused: 'the sources disagree' };
  if (sources.length < QUORUM) return { refused: 'one source alone is not believed' };
  return { usd_e9: median, sources, jumped: reference !== null && isJump(median, reference) };
}

/** Whether a rate is so far from an earlier one that a person has to look. */
export const isJump = (usd_e9: bigint, from: bigint): boolean => isApart(usd_e9, from, MAX_JUMP_BP);

function medianOf(values: bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n;
}

function areApart(prices: readonly DatedPrice[]): boolean {
  const values = prices.map(({ usd_e9 }) => usd_e9).toSorted((a, b) => (a < b ? -1 : 1));
  return isApart(values.at(-1)!, values[0]!, MAX_SPREAD_BP);
}

function isApart(value: bigint, from: bigint, basisPoints: bigint): boolean {
  const distance = value > from ? value - from : from - value;
  return distance * 10_000n > from * basisPoints;
}
