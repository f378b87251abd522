import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { notify } from '../../notifications/notify.ts';

/** Confirms the return of a card to its buyer. */
export async function tellReturned(
  sql: Tx,
  user_id: string,
  { line_id, order_id, price_cents }: { line_id: string; order_id: string; price_cents: number },
): Promise<void> {
  await notify(sql, user_id, {
    kind: 'returned',
    type: 'success',
    title: message('order.returned_title', { amount: { cents: price_cents } }),
    content: message('order.returned_text'),
    link: pagePath('/orders/:id', { id: order_id }),
  });
  await queueMail(sql, 'card_returned', { line_id });
}
