import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { notify } from '../../../messages/notifications/notify.ts';

interface Returned {
  user_id: string;
  order_id: string;
  /** What went back to the balance. */
  refund_cents: number;
}

/** Says in the inbox of a buyer that a card was taken back. */
export async function notifyReturned(sql: Tx, { user_id, order_id, refund_cents }: Returned): Promise<void> {
  await notify(sql, user_id, {
    kind: 'returned',
    type: 'success',
    title: message('order.returned_title', { amount: { cents: refund_cents } }),
    content: message('order.returned_text'),
    link: pagePath('/orders/:id', { id: order_id }),
  });
}
