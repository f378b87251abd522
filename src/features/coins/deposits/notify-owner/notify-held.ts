import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

interface PaymentOwner {
  user_id: string;
  payment_id: string;
}

/** Notifies the owner that part or all of a payment is on hold; its page says why. */
export async function notifyHeld(sql: Db, { user_id, payment_id }: PaymentOwner): Promise<void> {
  await publishUserEvent(sql, user_id, 'payment', { id: payment_id });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('notify.held'),
    content: message('notify.held_more'),
    link: pagePath('/billing/:id', { id: payment_id }),
  });
}
