import { userChannel } from '#contracts/channels.ts';
import type { Text } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';

export interface Notification {
  type: 'success' | 'info' | 'warning' | 'error';
  /** Translated for the reader when it is read or sent. */
  title: Text;
  content: Text;
  /** Path of the page it is about, such as `/orders/{id}`. */
  link?: string;
}

/** Adds a notification to a user's inbox and, once the caller's transaction has committed, to their open pages. */
export async function notify(sql: Db, user_id: string, notification: Notification): Promise<void> {
  const { type, title, content, link = null } = notification;
  await transaction(sql, async (tx) => {
    // A text is a string or a message of plain values, which the client's type for JSON doesn't see.
    const [added] = await tx`
      insert into notifications (user_id, type, title, content, link)
      values (${user_id}, ${type}, ${tx.json(title as never)}, ${tx.json(content as never)}, ${link})
      returning id, type, title, content, link`;
    await appendEvent(tx, { channel: userChannel(user_id), event: 'notification', data: added! });
  });
}
