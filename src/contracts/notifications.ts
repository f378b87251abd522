import { z } from 'zod';
import { call } from './call.ts';
import { id, pageMeta, pageQuery, time } from './shapes.ts';

export const notification = z.object({
  id,
  type: z.enum(['success', 'info', 'warning', 'error']),
  title: z.string(),
  content: z.string(),
  /** Path of the page that it is about. */
  link: z.string().nullable(),
  created_at: time,
  read_at: time.nullable(),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = call({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What you were told, newest first, kept for a year; `unread` counts to 100',
  guards: ['auth'],
  query: z.object(pageQuery),
  reply: z.object({ data: z.array(notification), meta: pageMeta.extend({ unread: z.int() }) }),
});

export const readNotifications = call({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read: those named, or all',
  guards: ['auth'],
  body: z.strictObject({ ids: z.array(id).min(1).max(100).optional() }),
});
