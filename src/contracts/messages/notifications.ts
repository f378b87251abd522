import { z } from 'zod';
import { call } from '../call.ts';
import { token } from '../identity/auth.ts';
import { dataOf, id, pageMeta, pageQuery, time } from '../shapes.ts';

/** What a user may switch off, with its default for the inbox and for mail. Everything else is always sent. */
export const optionalKinds = {
  bought: { inbox: false, mail: true },
  code_ready: { inbox: true, mail: true },
  card_expiring: { inbox: true, mail: true },
  returned: { inbox: false, mail: true },
  refunded: { inbox: true, mail: true },
  guarantee_ending: { inbox: true, mail: true },
  preorder_filled: { inbox: true, mail: true },
  gift_opened: { inbox: true, mail: false },
} as const;
export type OptionalKind = keyof typeof optionalKinds;
const kinds = Object.keys(optionalKinds) as [OptionalKind, ...OptionalKind[]];

/** Not about something that the user did: their mails carry a link that ends them with one click. */
export const reminders = ['card_expiring', 'guarantee_ending'] as const;
export type Reminder = (typeof reminders)[number];

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

const setting = z.strictObject({ kind: z.enum(kinds), inbox: z.boolean(), mail: z.boolean() });
export type NotificationSetting = z.infer<typeof setting>;

export const getNotificationSettings = call({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'What you are told in the inbox and by mail; security messages and those about your money are always sent',
  guards: ['auth'],
  reply: dataOf(z.array(setting)),
});

export const changeNotificationSettings = call({
  method: 'PATCH',
  path: '/api/notifications/settings',
  summary: 'Change what you are told in the inbox and by mail, for the kinds given',
  guards: ['auth'],
  body: z.strictObject({ settings: z.array(setting).min(1).max(kinds.length) }),
  reply: dataOf(z.array(setting)),
});

/** Mail programs post to it without a session (RFC 8058). */
export const unsubscribe = call({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  summary: 'Stop mails of one kind with the token of their link',
  guards: [],
  form: true,
  secret: true,
  perMinute: 10,
  query: z.object({ kind: z.enum(reminders), token }),
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click').optional() }).optional(),
});
