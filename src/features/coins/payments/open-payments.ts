import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Attention, AttentionSource } from '../../feature.ts';
import { paymentStates } from './read-payments.ts';

const SHOWN = 3;

/** Payments that wait for money, or whose money waits. */
export const openPayments: AttentionSource['find'] = async (ctx, actor) => {
  const open = await ctx.sql<{ id: string; coin: Coin; amount_cents: number }[]>`
    select id, coin, amount_cents from (${paymentStates(ctx.sql, ctx.clock.now(), { user_id: actor.user.id })}) stated
    where status not in ('credited', 'expired') order by id desc limit ${SHOWN}`;
  return open.map(
    ({ id, coin, amount_cents }): Attention => ({
      tone: 'info',
      text: message('attention.payment', { coin, amount: { cents: amount_cents } }),
      link: pagePath('/billing/:id', { id }),
    }),
  );
};
