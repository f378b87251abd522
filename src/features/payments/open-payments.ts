import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { type Attention, type AttentionSource, localeOf } from '../ctx.ts';
import { readPayments } from './read-payments.ts';

const SHOWN = 3;

/** Payments that wait for money, or whose money waits. */
export const openPayments: AttentionSource = async (ctx, actor) => {
  const filter = { user_id: actor.user.id, locale: localeOf(actor), open: true, limit: SHOWN };
  const { data } = await readPayments(ctx, ctx.clock.now(), filter);
  return data.map(
    ({ id, coin, amount_cents }): Attention => ({
      tone: 'info',
      text: message('attention.payment', { coin, amount: { cents: amount_cents } }),
      link: pagePath('/billing/:id', { id }),
    }),
  );
};
