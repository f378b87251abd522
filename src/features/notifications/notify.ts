import type { Text } from '#i18n/message.ts';
import { markCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/client.ts';
import { userChannel } from './publish-user-event.ts';

export interface Notification {
  type: 'success' | 'info' | 'warning' | 'error';
  /** Put into the reader's language when it is read or sent. */
  title: Text;
  content: Text;
  /** Own path of the page that it is about, such as `/orders/{id}`. */
  link?: string;
}

/** Puts a notification into a user's inbox and, once the caller's transaction has committed, on the user's open pages. */
export async function notify(sql: Db, userId: string, notification: Notification): Promise<void> {
  const { type, title, content, link = null } = notification;
  await sql`
    with kept as (
      insert into notifications (user_id, type, title, content, link)
      values (${userId}, ${type}, ${sql.json(title as never)}, ${sql.json(content as never)}, ${link})
      returning id, type, title, content, link
    )
    insert into events (channel, event, data) select ${userChannel(userId)}, 'notification', to_jsonb(kept) from kept`;
  markCommit(sql);
}
