import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import type { Notification } from './notify.ts';

/** Shows a notification on every admin's open pages once the caller's transaction has committed. Not stored. */
export const notifyDashboard = (sql: Db, notification: Notification): Promise<void> =>
  appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'new-notification', data: { ...notification } });
