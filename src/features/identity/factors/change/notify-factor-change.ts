import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';

export type FactorChange =
  | 'totp_on'
  | 'totp_off'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'all_reset';

/** Notifies an account's owner, by mail and in the inbox, that one of its factors changed. */
export async function notifyFactorChange(sql: Db, user_id: string, change: FactorChange): Promise<void> {
  await queueMail(sql, 'factor_changed', { user_id, change });
  const [title, content] = [message(`factor.${change}`), message('notice.not_you')];
  await notify(sql, user_id, { type: 'info', title, content, link: pagePath('/user/security') });
}
