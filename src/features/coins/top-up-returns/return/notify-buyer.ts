import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import type { LockedReturn } from './lock-return.ts';

type Outcome = 'paid' | 'rejected' | 'failed' | 'reversed';

/** Tells the owner by mail and in the inbox what became of it. */
export async function notifyBuyer(
  sql: Db,
  { id, user_id, coin, amount_cents }: LockedReturn,
  what: Outcome,
): Promise<void> {
  await publishUserEvent(sql, user_id, 'account');
  await notify(sql, user_id, {
    type: what === 'paid' ? 'success' : 'warning',
    title: message(`top_up_return.told.${what}`, { amount: { cents: amount_cents }, coin }),
    content: message(`top_up_return.told_more.${what}`),
    link: pagePath('/user/closing'),
  });
  await queueMail(sql, 'top_up_return_told', { return_id: id, user_id, what });
}
