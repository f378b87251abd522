import type { Reply } from '#contracts/call.ts';
import type { listRates as contract } from '#contracts/coins/rates.ts';
import { COINS } from '#contracts/coins.ts';
import type { Coin } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { FRESH_MS } from './samples/fresh-rate.ts';

/** Each coin's newest rate, as stored by the background refresh. */
export async function listRates(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const rows = await ctx.sql<{ coin: Coin; usd_e8: string; at: string; jumped: boolean }[]>`
    select latest.*, exists (select from rate_jumps j where j.coin = listed.coin and j.ended_at is null) as jumped
    from unnest(${COINS}::text[]) with ordinality as listed (coin, place)
    cross join lateral (
      select coin, usd_e8, at from rate_samples s where s.coin = listed.coin order by id desc limit 1
    ) latest order by place`;
  const fresh = ctx.clock.now().getTime() - FRESH_MS;
  const data = rows.map(({ coin, usd_e8, at, jumped }) => ({
    coin,
    usd: formatUnits(BigInt(usd_e8), 8),
    at,
    stale: jumped || Date.parse(at) <= fresh,
  }));
  return { data };
}
