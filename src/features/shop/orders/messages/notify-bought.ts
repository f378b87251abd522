import { pagePath } from '#contracts/page-path.ts';
import type { Order } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { notifyWhenReady } from './notify-when-ready.ts';

/** Confirms an order to its buyer, and has a job say when codes that must wait are ready. */
export async function notifyBought(sql: Tx, user_id: string, { id, number, cards }: Order): Promise<void> {
  const ready_at = cards[0]?.revealable_at;
  await Promise.all([
    notify(sql, user_id, {
      kind: 'bought',
      type: 'success',
      title: message('order.bought_title', { number: String(number) }),
      content: message('order.bought_text', { count: cards.length }),
      link: pagePath('/orders/:id', { id }),
    }),
    queueMail(sql, 'order_bought', { order_id: id }),
    ready_at && notifyWhenReady(sql, id, new Date(ready_at)),
  ]);
}
