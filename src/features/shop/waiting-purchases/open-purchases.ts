import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Attention, AttentionSource } from '../../feature.ts';

/** A purchase that waits for its payment. */
export const openPurchases: AttentionSource['find'] = async ({ sql }, { user }) => {
  const waiting = await sql<{ id: string; total_cents: number; cards: number }[]>`
    select id, total_cents, cardinality(card_ids) as cards from waiting_purchases
    where user_id = ${user.id} and state = 'waiting'`;
  return waiting.map(
    ({ id, total_cents, cards }): Attention => ({
      tone: 'info',
      text: message('attention.purchase', { count: cards, total: { cents: total_cents } }),
      link: pagePath('/billing/:id', { id }),
    }),
  );
};
