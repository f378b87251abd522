import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';

/** Tells a buyer, by mail and in the inbox, that the whole shop is open now. */
export async function notifyActivated(sql: Db, user_id: string): Promise<void> {
  await queueMail(sql, 'activated', { user_id });
  await notify(sql, user_id, {
    type: 'success',
    title: message('notify.activated'),
    content: message('notify.activated_more'),
    link: pagePath('/cards'),
  });
}
