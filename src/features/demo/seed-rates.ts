import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { transaction } from '#platform/db/transaction.ts';
import { storeSample } from '../coins/rates/samples/store-sample.ts';
import { demoSources } from '../coins/rates/tickers/demo-source.ts';
import type { RateSource } from '../coins/rates/tickers/ticker-source.ts';
import type { Ctx } from '../ctx.ts';

const STEP_MS = 10 * MINUTE_MS;

/** Rates for the day before a demo shop's first start, so that its chart isn't empty; those of currencies at each start. */
export async function seedRates(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const sources = demoSources();
  const [source] = sources as [RateSource];
  const names = sources.map(({ name }) => name);
  await source.poll(now);
  await transaction(ctx.sql, async (sql) => {
    for (const [currency, { usd_e9, at }] of source.fiat)
      await storeSample(ctx, sql, { of: { coin: null, currency }, usd_e9, sources: names, at });
    const [known] = await sql`select from rate_samples limit 1`;
    if (known) return;
    for (let time = now.getTime() - DAY_MS; time < now.getTime(); time += STEP_MS) {
      const at = new Date(time);
      await source.poll(at);
      for (const [coin, { usd_e9 }] of source.last)
        await storeSample(ctx, sql, { of: { coin, currency: null }, usd_e9, sources: names, at });
    }
  });
}
