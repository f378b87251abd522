import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Attention, AttentionSource } from '../../feature.ts';
import { revealableAt, spentUntil } from './get-order.ts';

const SHOWN = 5;

/** The newest orders with codes that were never revealed, and from when they can be. */
export const ordersToReveal: AttentionSource['find'] = async ({ sql, clock }, { user }) => {
  const orders = await sql<
    { id: string; number: number; cards: number; created_at: string; spent_24h_cents: number }[]
  >`
    select o.id, o.number, o.created_at, hidden.cards, ${spentUntil(sql, sql`o`)} as spent_24h_cents
    from orders o cross join lateral (
      select count(*) as cards from order_lines where order_id = o.id and state = 'delivered') hidden
    where o.user_id = ${user.id} and hidden.cards > 0 order by o.id desc limit ${SHOWN}`;
  return orders.map((order): Attention => {
    const from = revealableAt(order, user.tier);
    const values = { count: order.cards, number: String(order.number) };
    const text =
      from > clock.now().getTime()
        ? message('attention.waiting', { ...values, at: { at: new Date(from).toISOString() } })
        : message('attention.unrevealed', values);
    return { tone: 'info', text, link: pagePath('/orders/:id', { id: order.id }) };
  });
};
