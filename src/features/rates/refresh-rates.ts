import { COINS } from '#contracts/coins.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Ctx } from '../ctx.ts';
import { chooseRate } from './choose-rate.ts';
import type { RateSource } from './ticker-source.ts';

/** After a day without a rate, any price may have moved: there is nothing left to compare with. */
const COMPARABLE_MS = 86_400_000;
const RETENTION_MS = 30 * 86_400_000;

/** Polls every source and stores one sample per coin whose rate is accepted. */
export async function refreshRates(ctx: Ctx, sources: readonly RateSource[]): Promise<void> {
  const now = ctx.clock.now();
  await Promise.all(
    sources.map((source) =>
      source
        .poll(now)
        .catch((error: Error) => ctx.log.warn({ source: source.name, reason: error.message }, 'rates source failed')),
    ),
  );
  for (const coin of COINS) {
    const prices = sources.flatMap((source) => {
      const price = source.last.get(coin);
      return price ? [{ source: source.name, ...price }] : [];
    });
    const choice = chooseRate(prices, now, await previousRate(ctx, coin));
    if ('refused' in choice) {
      ctx.log.warn({ coin, reason: choice.refused }, 'rate refused');
      continue;
    }
    await ctx.sql`insert into rate_samples (coin, usd_e8, sources, at)
      values (${coin}, ${choice.usd_e8.toString()}, ${choice.sources}, ${now})`;
  }
  await forgetOldSamples(ctx);
}

async function previousRate(ctx: Ctx, coin: Coin): Promise<bigint | null> {
  const since = new Date(ctx.clock.now().getTime() - COMPARABLE_MS);
  const [row] = await ctx.sql<{ usd_e8: string }[]>`
    select usd_e8 from rate_samples where coin = ${coin} and at > ${since} order by id desc limit 1`;
  return row ? BigInt(row.usd_e8) : null;
}

async function forgetOldSamples(ctx: Ctx): Promise<void> {
  await ctx.sql`
    delete from rate_samples where id in (
      select s.id from rate_samples s
      where s.at < ${new Date(ctx.clock.now().getTime() - RETENTION_MS)}
        and not exists (select from payments p where p.rate_id = s.id)
        and not exists (select from deposits d where d.rate_id = s.id)
        and not exists (select from deposit_credits c where c.rate_id = s.id)
      order by s.id limit 100)`;
}
