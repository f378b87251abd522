import { userChannel } from '#contracts/channels.ts';
import type { OptionalKind } from '#contracts/messages/notifications.ts';
import type { Text } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { isEnabled } from './settings/is-enabled.ts';

export interface Notification {
  /** What the user may switch off; without it, the notification is always added. */
  kind?: OptionalKind;
  type: 'success' | 'info' | 'warning' | 'error';
  /** Translated for the reader when it is read or sent. */
  title: Text;
  content: Text;
  /** Path of the page it is about, such as `/orders/{id}`. */
  link?: string;
}

/**
 * Adds a notification to a user's inbox and, once the caller's transaction has committed, to their open pages and
 * to the browsers that get push notifications (features/identity/push).
 */
export async function notify(sql: Db, user_id: string, notification: Notification): Promise<void> {
  const { kind, type, title, content, link = null } = notification;
  if (kind && !(await isEnabled(sql, { user_id, kind, channel: 'inbox' }))) return;
  await transaction(sql, async (tx) => {
    // A text is a string or a message of plain values, which the client's type for JSON doesn't see.
    const [added] = await tx`
      insert into notifications (user_id, type, title, content, link)
      values (${user_id}, ${type}, ${tx.json(title as never)}, ${tx.json(content as never)}, ${link})
      returning id, type, title, content, link`;
    await appendEvent(tx, { channel: userChannel(user_id), event: 'notification', data: added! });
    // Nearly all users have none, and then there is no job.
    const browsers = await tx<{ id: string }[]>`select id from push_browsers where user_id = ${user_id} limit 10`;
    const queue = pushQueueOf(user_id);
    for (const { id } of browsers)
      await addJob(tx, 'push', { notification_id: added!.id, subscription_id: id }, { queue });
  });
}

/** A user's browsers are told one after the other, so that slow ones hold up few others; of 4,096 queues, since each is a row for good. */
const pushQueueOf = (user_id: string) => `push ${user_id.slice(-3)}`;
