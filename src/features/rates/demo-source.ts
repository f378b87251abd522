import type { Coin } from '#platform/chain/types.ts';
import type { DatedPrice, RateSource } from './ticker-source.ts';

const CENTER: Record<Coin, number> = { BTC: 97_250, ETH: 3_180, LTC: 104.5 };
/** Sine waves with these amplitudes and periods: together at most 1.9%. */
const WAVES = [
  { height: 0.011, period_ms: 23 * 3_600_000 },
  { height: 0.006, period_ms: 7 * 3_600_000 },
  { height: 0.0012, period_ms: 1_700_000 },
];

/** Invented prices for demo mode: fixed, with a slow drift so that a locked rate means something. */
export function demoSource(): RateSource {
  const last = new Map<Coin, DatedPrice>();
  return {
    name: 'demo',
    last,
    async poll(now) {
      for (const [coin, usd] of Object.entries(CENTER) as [Coin, number][]) {
        const drift = driftAt(now.getTime() + usd * 1e6);
        last.set(coin, { usd_e8: BigInt(Math.round(usd * drift * 100)) * 1_000_000n, at: now });
      }
    },
  };
}

const driftAt = (time: number) =>
  WAVES.reduce((drift, { height, period_ms }) => drift + height * Math.sin((2 * Math.PI * time) / period_ms), 1);
