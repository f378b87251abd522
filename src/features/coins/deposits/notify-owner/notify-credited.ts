import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

interface PaymentOwner {
  user_id: string;
  payment_id: string;
}

/** Publishes events that refresh the owner's open pages, and notifies the owner of the amount credited. */
export async function notifyCredited(sql: Db, { user_id, payment_id }: PaymentOwner, cents: number): Promise<void> {
  await publishUserEvent(sql, user_id, 'payment', { id: payment_id });
  if (cents === 0) return;
  await publishUserEvent(sql, user_id, 'account');
  await notify(sql, user_id, {
    type: 'success',
    title: message('notify.credited', { amount: { cents } }),
    content: message('notify.credited_more'),
    link: pagePath('/billing/:id', { id: payment_id }),
  });
}
