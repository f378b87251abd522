import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../ctx.ts';
import { refreshRates } from './refresh-rates.ts';
import { demoSources } from './tickers/demo-source.ts';
import { tickerSource } from './tickers/ticker-source.ts';

const EVERY_MS = 30_000;

/** Refreshes the rates in the background as long as the worker runs: no request ever waits for a ticker. */
export function startRatesLoop(ctx: Ctx): { stop(): Promise<void> } {
  const sources = ctx.config.demo ? demoSources() : ctx.config.rates_urls.map(tickerSource);
  return repeat(ctx, 'rates', EVERY_MS, () => refreshRates(ctx, sources));
}
