import { userChannel } from '#contracts/channels.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';

/** What changed for a user; open pages read themselves again. */
export type UserEvent = 'account' | 'cart' | 'inbox' | 'order' | 'payment' | 'preorder' | 'ticket';

/** Tells the open pages of a user, once the caller's transaction has committed, that something of theirs changed. */
export const publishUserEvent = (
  sql: Db,
  userId: string,
  event: UserEvent,
  data: { id?: string } = {},
): Promise<void> => appendEvent(sql, { channel: userChannel(userId), event, data });
