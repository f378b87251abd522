import type { Reply } from '#contracts/call.ts';
import { type paymentOptions as contract, paymentStatuses } from '#contracts/payments.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { listOffers } from './offers.ts';
import { paymentStates } from './read-payments.ts';
import { topUpRoom } from './top-up-limits.ts';

/** What the user's payments can be searched by, and which coins can be paid now. */
export async function paymentOptions(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const counts = await ctx.sql<{ coin: string; status: string; count: number }[]>`
    select coin, status, count(*) as count
    from (${paymentStates(ctx.sql, ctx.clock.now(), { user_id: actor.user.id })}) states group by coin, status`;
  const { stored_cents, stored_limit_cents, top_up_30d_cents, top_up_30d_limit_cents, room_cents } = await topUpRoom(
    ctx.sql,
    { user_id: actor.user.id, now: ctx.clock.now() },
  );
  const countOf = (field: 'coin' | 'status', value: string) =>
    counts.filter((row) => row[field] === value).reduce((sum, { count }) => sum + count, 0);
  const coins = [...new Set(counts.map(({ coin }) => coin))].toSorted();
  return {
    data: {
      coins: coins.map((coin) => ({ value: coin, label: coin, count: countOf('coin', coin) })),
      statuses: paymentStatuses
        .map((status) => ({ value: status, label: capitalised(status), count: countOf('status', status) }))
        .filter(({ count }) => count > 0),
      offered: await listOffers(ctx),
      limits: { stored_cents, stored_limit_cents, top_up_30d_cents, top_up_30d_limit_cents, room_cents },
    },
  };
}

const capitalised = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`;
