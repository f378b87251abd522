import * as contract from '#contracts/notifications.ts';
import { serve } from '#platform/http/serve.ts';
import { listNotifications } from './list-notifications.ts';
import { readNotifications } from './read-notifications.ts';

export const notificationRoutes = [
  serve(contract.listNotifications, listNotifications),
  serve(contract.readNotifications, readNotifications),
];
