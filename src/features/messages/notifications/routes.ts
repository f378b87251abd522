import * as contract from '#contracts/messages/notifications.ts';
import { serve } from '#platform/http/serve.ts';
import { changeNotificationSettings } from './change-notification-settings.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';
import { unsubscribe } from './unsubscribe.ts';

export const notificationRoutes = [
  serve(contract.listNotifications, listNotifications),
  serve(contract.readNotifications, readNotifications),
  serve(contract.getNotificationSettings, getNotificationSettings),
  serve(contract.changeNotificationSettings, changeNotificationSettings),
  serve(contract.unsubscribe, unsubscribe),
];
