import * as contract from '#contracts/messages/notifications.ts';
import { serve } from '#platform/http/serve.ts';
import { listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';
import { changeNotificationSettings } from './settings/change-notification-settings.ts';
import { getNotificationSettings } from './settings/get-notification-settings.ts';
import { unsubscribe } from './settings/unsubscribe.ts';

export const notificationRoutes = [
  serve(contract.listNotifications, listNotifications),
  serve(contract.readNotifications, readNotifications),
  serve(contract.getNotificationSettings, getNotificationSettings),
  serve(contract.changeNotificationSettings, changeNotificationSettings),
  serve(contract.unsubscribe, unsubscribe),
];
