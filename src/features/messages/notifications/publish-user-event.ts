import { userChannel } from '#contracts/channels.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';

/** What changed for a user; open pages then reload it. */
export type UserEvent =
  | 'account'
  | 'cart'
  | 'import'
  | 'inbox'
  | 'issuer-check'
  | 'notice'
  | 'order'
  | 'payment'
  | 'preorder'
  | 'ticket';

/** Publishes an event to a user's open pages once the caller's transaction has committed. */
export const publishUserEvent = (
  sql: Db,
  user_id: string,
  event: UserEvent,
  data: { id?: string } = {},
): Promise<void> => appendEvent(sql, { channel: userChannel(user_id), event, data });
