import { pagePath } from '#contracts/page-path.ts';
import { message, type Text } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';

interface Ended {
  id: string;
  user_id: string;
  credited_cents: number;
}

/** Notifies a buyer, in the inbox and by mail, why nothing was bought, and that what came in is on the balance. */
export async function notifyNotBought(sql: Tx, { id, user_id, credited_cents }: Ended, why: Text): Promise<void> {
  const content =
    credited_cents > 0
      ? message('purchase.not_bought.credited', { amount: { cents: credited_cents }, why })
      : message('purchase.not_bought.text', { why });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('purchase.not_bought.title'),
    content,
    link: pagePath('/billing/:id', { id }),
  });
  await queueMail(sql, 'purchase_not_bought', { purchase_id: id });
}
