import type { Coin } from '#platform/chain/types.ts';

/** Anything with a dollar rate that can jump: a coin or another currency. */
export type Rated = { coin: Coin; currency: null } | { coin: null; currency: string };

export const rateOf = ({ coin, currency }: Rated): string => coin ?? currency;
