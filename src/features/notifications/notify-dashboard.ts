import { dashboardChannel } from '#contracts/channels.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import type { Notification } from './notify.ts';

/** Shows a notification on the open pages of every admin, once the caller's transaction has committed. Kept nowhere. */
export const notifyDashboard = (sql: Db, notification: Notification): Promise<void> =>
  appendEvent(sql, { channel: dashboardChannel, event: 'new-notification', data: { ...notification } });
