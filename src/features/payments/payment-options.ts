import type { Reply } from '#contracts/call.ts';
import { type paymentOptions as contract, paymentStatuses } from '#contracts/payments.ts';
import { type Message, say } from '#words/say.ts';
import { translate } from '#words/translate.ts';
import { type Actor, type Ctx, localeOf } from '../ctx.ts';
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
  const offers = await listOffers(ctx, localeOf(actor));
  const inWords = (text: Message) => translate(localeOf(actor), text);
  const countOf = (field: 'coin' | 'status', value: string) =>
    counts.filter((row) => row[field] === value).reduce((sum, { count }) => sum + count, 0);
  const coins = [...new Set(counts.map(({ coin }) => coin))].toSorted();
  return {
    data: {
      coins: coins.map((coin) => ({ value: coin, label: coin, count: countOf('coin', coin) })),
      statuses: paymentStatuses
        .map((status) => ({
          value: status,
          label: inWords(say(`payment.status.${status}`)),
          count: countOf('status', status),
        }))
        .filter(({ count }) => count > 0),
      offered: offers.map((offer) => ({
        ...offer,
        reason: offer.reason_code && inWords(say(`billing.off.${offer.reason_code}`)),
      })),
      limits: { stored_cents, stored_limit_cents, top_up_30d_cents, top_up_30d_limit_cents, room_cents },
    },
  };
}
