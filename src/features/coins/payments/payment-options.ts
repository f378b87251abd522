import type { Reply } from '#contracts/call.ts';
import { type paymentOptions as contract, paymentStatuses } from '#contracts/coins/payments.ts';
import { type Message, message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { overStoredLimit, topUpRoom } from '../deposits/credit/top-up-limits.ts';
import { listCoinAvailability } from '../watcher/coin-availability.ts';
import { paymentStates } from './read-payments.ts';

/** The filters for the user's payments, and which coins can be paid now. */
export async function paymentOptions(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const counts = await ctx.sql<{ coin: string; status: string; count: number }[]>`
    select coin, status, count(*) as count
    from (${paymentStates(ctx.sql, ctx.clock.now(), { user_id: actor.user.id })}) states group by coin, status`;
  const room = await topUpRoom(ctx.sql, { user_id: actor.user.id, now: ctx.clock.now() });
  const { stored_cents, stored_limit_cents, top_up_30d_cents, top_up_30d_limit_cents, room_cents } = room;
  const over = overStoredLimit(room);
  const offers = await listCoinAvailability(ctx, localeOf(actor));
  const translated = (text: Message) => translate(localeOf(actor), text);
  const countOf = (field: 'coin' | 'status', value: string) =>
    counts.filter((row) => row[field] === value).reduce((sum, { count }) => sum + count, 0);
  const coins = [...new Set(counts.map(({ coin }) => coin))].toSorted();
  return {
    data: {
      coins: coins.map((coin) => ({ value: coin, label: coin, count: countOf('coin', coin) })),
      statuses: paymentStatuses
        .map((status) => ({
          value: status,
          label: translated(message(`payment.status.${status}`)),
          count: countOf('status', status),
        }))
        .filter(({ count }) => count > 0),
      offered: offers.map((offer) => ({
        ...offer,
        reason: offer.reason_code && translated(message(`billing.off.${offer.reason_code}`)),
      })),
      limits: {
        stored_cents,
        stored_limit_cents,
        top_up_30d_cents,
        top_up_30d_limit_cents,
        room_cents,
        over: over && translated(over),
      },
    },
  };
}
