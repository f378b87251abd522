import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

/** Has the buyer's open pages and the desk reload a ticket. */
export async function publishTicket(sql: Db, { id, user_id }: { id: string; user_id: string | null }): Promise<void> {
  if (user_id) await publishUserEvent(sql, user_id, 'ticket', { id });
  await publishToDesk(sql, id);
}

/** The same for what the buyer doesn't see: notes and who answers. */
export const publishToDesk = (sql: Db, id: string): Promise<void> =>
  appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'ticket', data: { id } });
