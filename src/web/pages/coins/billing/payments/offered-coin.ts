import type { Coin } from '#contracts/coins.ts';

/** A coin that the shop accepts, as its form shows it. */
export interface OfferedCoin {
  coin: Coin;
  network: string;
  available: boolean;
  reason_code: 'unwatched' | 'behind' | 'not_ready' | 'no_rate' | null;
  minimum_cents: number;
  dust_below_units: string | null;
  confirmations: number;
  large_from_cents: number;
  large_confirmations: number;
  block_seconds: number;
  usd: string | null;
}

export const coinNames = { BTC: 'Bitcoin', ETH: 'Ether', LTC: 'Litecoin' };
