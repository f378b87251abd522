import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import { type Cross, readCrosses } from './read-crosses.ts';
import { type Price, readTicker } from './read-ticker.ts';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 1_000_000;
const FAILURES_TO_OPEN = 3;
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
const FUTURE_LIMIT_MS = 120_000;

/** A price with the time it applies from: the source's own, else that of the request. */
export interface DatedPrice {
  usd_e9: bigint;
  at: Date;
}

export interface RateSource {
  name: string;
  last: ReadonlyMap<Coin, DatedPrice>;
  /** Dollars for one unit of other currencies. */
  fiat: ReadonlyMap<string, DatedPrice>;
  /** Polls the source unless it is in backoff; keeps the last good prices. Throws if the request fails. */
  poll(now: Date): Promise<void>;
}

export function tickerSource(url: string): RateSource {
  const last = new Map<Coin, DatedPrice>();
  const fiat = new Map<string, DatedPrice>();
  let failures = 0;
  let resting_until = 0;

  return {
    name: new URL(url).hostname,
    last,
    fiat,
    async poll(now) {
      if (now.getTime() < resting_until) return;
      try {
        const { prices, crosses } = await fetchPrices(url);
        const isFuture = ({ at }: { at: Date | null }) => at !== null && at.getTime() > now.getTime() + FUTURE_LIMIT_MS;
        for (const price of prices)
          if (!isFuture(price)) last.set(price.coin, { usd_e9: price.usd_e9, at: price.at ?? now });
        for (const cross of crosses)
          if (!isFuture(cross)) fiat.set(cross.currency, { usd_e9: cross.usd_e9, at: cross.at ?? now });
        failures = 0;
      } catch (error) {
        failures += 1;
        const pause = FIRST_PAUSE_MS * 2 ** (failures - FAILURES_TO_OPEN);
        if (failures >= FAILURES_TO_OPEN) resting_until = now.getTime() + Math.min(pause, LONGEST_PAUSE_MS);
        throw error;
      }
    },
  };
}

async function fetchPrices(url: string): Promise<{ prices: Price[]; crosses: Cross[] }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const answer: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return { prices: readTicker(answer), crosses: readCrosses(answer) };
}
