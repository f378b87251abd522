import { type Message, message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';

export const CHANGES = ['disabled', 'enabled', 'signed_out'] as const;

/** Tells an account's owner, by mail and in the inbox, what staff did to it. */
export async function notifyPerson(sql: Db, user_id: string, change: (typeof CHANGES)[number]): Promise<void> {
  await queueMail(sql, 'account_changed', { user_id, change });
  await notify(sql, user_id, { type: 'info', title: changeText(change), content: message('users.told.ask') });
}

export const changeText = (change: (typeof CHANGES)[number]): Message => message(`users.told.${change}`);
