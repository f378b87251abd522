import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { notify } from '../../notifications/notify.ts';

interface Returned {
  user_id: string;
  order_id: string;
  line_id: string;
  price_cents: number;
}

/** Confirms the return of a card to its buyer; what support refunded of it before is set off. */
export async function tellReturned(
  sql: Tx,
  { user_id, order_id, line_id, price_cents }: Returned,
  set_off_cents: number,
): Promise<void> {
  await notify(sql, user_id, {
    kind: 'returned',
    type: 'success',
    title: message('order.returned_title', { amount: { cents: price_cents - set_off_cents } }),
    content: message('order.returned_text'),
    link: pagePath('/orders/:id', { id: order_id }),
  });
  await queueMail(sql, 'card_returned', { line_id, set_off_cents: String(set_off_cents) });
}
