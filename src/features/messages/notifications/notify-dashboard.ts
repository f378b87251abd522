import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { Duty } from '#contracts/customers/users.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import type { Notification } from './notify.ts';

/**
 * Shows a notification on the open pages of every admin with one of these duties, once the caller's transaction has committed.
 * Not stored. `by` is the user who did it: their own pages don't tell them.
 */
export const notifyDashboard = (
  sql: Db,
  duties: readonly Duty[],
  notification: Notification & { by?: string },
): Promise<void> =>
  appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'new-notification', data: { ...notification, duties } });
