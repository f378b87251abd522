import type { Coin } from '#platform/chain/types.ts';
import type { DatedPrice, RateSource } from './ticker-source.ts';

const CENTER: Record<Coin, number> = { BTC: 97_250, ETH: 3_180, LTC: 104.5 };
const DRIFT = 0.004;
const PERIOD_MS = 3_600_000;

/** Made-up prices for demo mode: fixed, with a slow drift of at most 0.4 % so that a quote's rate lock means something. */
export function demoSource(): RateSource {
  const last = new Map<Coin, DatedPrice>();
  return {
    name: 'demo',
    last,
    async poll(now) {
      const drift = 1 + DRIFT * Math.sin((2 * Math.PI * now.getTime()) / PERIOD_MS);
      for (const [coin, usd] of Object.entries(CENTER) as [Coin, number][]) {
        last.set(coin, { usd_e8: BigInt(Math.round(usd * drift * 100)) * 1_000_000n, at: now });
      }
    },
  };
}
