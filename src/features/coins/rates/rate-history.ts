import type { Reply } from '#contracts/call.ts';
import type { rateHistory as contract } from '#contracts/coins/rates.ts';
import { COINS } from '#contracts/coins.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** The accepted rates of the last 24 hours, at most 49 per coin. */
export async function rateHistory(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const rows = await ctx.sql<{ coin: Coin; usd_e8: string; at: string }[]>`
    select distinct on (coin, date_bin('30 minutes', at, 'epoch')) coin, usd_e8, at from rate_samples
    where coin = any(${COINS}::text[]) and at > ${new Date(now.getTime() - DAY_MS)} and at <= ${now}
    order by coin, date_bin('30 minutes', at, 'epoch'), at desc, id desc`;
  const coins = Map.groupBy(rows, ({ coin }) => coin);
  const data = [...coins].map(([coin, samples]) => ({
    coin,
    points: samples.map(({ at, usd_e8 }) => ({ at, usd: formatUnits(BigInt(usd_e8), 8) })),
  }));
  return { data };
}
