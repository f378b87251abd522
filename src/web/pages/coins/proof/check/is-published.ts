import type { SeenSum } from './check-chain.ts';

/**
 * Whether the sum of a proof is the one that everybody is shown, as far as this browser knows: signed by the key of the listed
 * ones, and no other than is listed, or was seen before, under its number. A shop could prove each balance in a sum of its own.
 */
export const isPublished = (sum: SeenSum, listed: readonly SeenSum[], seen: SeenSum | null): boolean =>
  listed.every(({ public_key }) => public_key === sum.public_key) &&
  [...listed, ...(seen ? [seen] : [])].every(({ number, digest }) => number !== sum.number || digest === sum.digest);
