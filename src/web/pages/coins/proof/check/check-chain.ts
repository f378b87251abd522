import type { PublishedSum } from '#contracts/coins/liabilities.ts';
import { checkStatement } from './check-statement.ts';

/** A sum as somebody saw it before. */
export type SeenSum = Pick<PublishedSum, 'number' | 'digest' | 'public_key'>;

export interface ChainVerdict {
  /** The number of the first sum that is wrong, from the newest on; null: each follows the one before. */
  broken_at: number | null;
}

/** Checks the newest sums, newest first: each names the one before, all by one key, and the one that was seen is there unchanged. */
export async function checkChain(sums: readonly PublishedSum[], seen: SeenSum | null): Promise<ChainVerdict> {
  if (seen && seen.number > (sums[0]?.number ?? 0)) return { broken_at: seen.number };
  for (const [index, sum] of sums.entries()) {
    const { stated, signed } = await checkStatement(sum);
    const before = sums[index + 1];
    const follows =
      stated !== null &&
      signed !== false &&
      sum.public_key === sums[0]!.public_key &&
      (!before || (before.number === sum.number - 1 && stated.previous === before.digest)) &&
      (sum.number === 1) === (stated.previous === null);
    const isAsSeen = seen?.number !== sum.number || (seen.digest === sum.digest && seen.public_key === sum.public_key);
    if (!follows || !isAsSeen) return { broken_at: sum.number };
  }
  return { broken_at: null };
}
