import type { Feature } from '../../feature.ts';
import { notificationData } from './notification-data.ts';
import { notificationsRetention } from './notifications-retention.ts';
import { notificationRoutes } from './routes.ts';

export const feature: Feature = {
  routes: notificationRoutes,
  accountData: [notificationData],
  retention: [notificationsRetention],
  tables: {
    notification_settings: { why: 'account', of: 'messages' },
    notifications: { rule: 'notifications', of: 'messages' },
  },
};
