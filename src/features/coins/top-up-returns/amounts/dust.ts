import type { Coin } from '#platform/chain/types.ts';

/** Less than this isn't worth its own fee, or isn't carried by the network at all. */
const DUST: Record<Coin, bigint> = { BTC: 546n, LTC: 5_460n, ETH: 50_000_000_000_000n };

export const isDust = (coin: Coin, units: bigint): boolean => units < DUST[coin];
