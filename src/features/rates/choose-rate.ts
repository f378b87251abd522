import type { DatedPrice } from './ticker-source.ts';

export type Choice = { usd_e8: bigint; sources: string[] } | { refused: string };

const MAX_AGE_MS = 600_000;
const MAX_SPREAD_BP = 300n;
const MAX_JUMP_BP = 2_000n;

/**
 * The median of the fresh prices. Refused if none is fresh, if at least half of several differ from it by more than 3%,
 * or if it is more than 20% away from `previous`, the last accepted rate.
 */
export function chooseRate(
  prices: readonly ({ source: string } & DatedPrice)[],
  now: Date,
  previous: bigint | null,
): Choice {
  const fresh = prices.filter(({ at }) => now.getTime() - at.getTime() <= MAX_AGE_MS);
  if (fresh.length === 0) return { refused: 'no source has a fresh price' };
  const median = medianOf(fresh.map(({ usd_e8 }) => usd_e8));
  const near = fresh.filter(({ usd_e8 }) => !isApart(usd_e8, median, MAX_SPREAD_BP));
  if (fresh.length > 1 && near.length * 2 <= fresh.length) return { refused: 'the sources disagree' };
  if (previous !== null && isApart(median, previous, MAX_JUMP_BP)) {
    return { refused: 'the rate jumped more than 20 % since the last accepted one' };
  }
  return { usd_e8: median, sources: near.map(({ source }) => source) };
}

function medianOf(values: bigint[]): bigint {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : 1));
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2n;
}

function isApart(value: bigint, from: bigint, basisPoints: bigint): boolean {
  const distance = value > from ? value - from : from - value;
  return distance * 10_000n > from * basisPoints;
}
