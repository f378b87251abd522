import { HOUR_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { DatedPrice, RateSource } from './ticker-source.ts';

const CENTER: Record<Coin, number> = { BTC: 97_250, ETH: 3_180, LTC: 104.5 };
/** Billionths of a dollar for one unit. */
export const DEMO_FIAT: Readonly<Record<string, number>> = {
  EUR: 1_080_000_000,
  GBP: 1_270_000_000,
  CAD: 730_000_000,
  CHF: 1_130_000_000,
  SEK: 95_000_000,
  AUD: 660_000_000,
};
/** Sine waves with these amplitudes and periods: together at most 1.9%. */
const WAVES = [
  { height: 0.011, period_ms: 23 * HOUR_MS },
  { height: 0.006, period_ms: 7 * HOUR_MS },
  { height: 0.0012, period_ms: 1_700_000 },
];

/** Invented prices for demo mode: fixed, with a slow drift so that a locked rate means something. Two agree, as two must. */
export const demoSources = (): RateSource[] => [demoSource('demo'), demoSource('demo, again')];

function demoSource(name: string): RateSource {
  const last = new Map<Coin, DatedPrice>();
  const fiat = new Map<string, DatedPrice>();
  return {
    name,
    last,
    fiat,
    async poll(now) {
      for (const [coin, usd] of Object.entries(CENTER) as [Coin, number][]) {
        const drift = driftAt(now.getTime() + usd * 1e6);
        last.set(coin, { usd_e9: BigInt(Math.round(usd * drift * 100)) * 10_000_000n, at: now });
      }
      for (const [currency, usd_e9] of Object.entries(DEMO_FIAT))
        fiat.set(currency, { usd_e9: BigInt(usd_e9), at: now });
    },
  };
}

const driftAt = (time: number) =>
  WAVES.reduce((drift, { height, period_ms }) => drift + height * Math.sin((2 * Math.PI * time) / period_ms), 1);
