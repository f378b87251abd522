import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, id, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** What a browser can be notified of while no page of the shop is open in it. */
export const PUSH_TOPICS = ['orders', 'payments', 'tickets'] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

const topics = z.array(z.enum(PUSH_TOPICS)).max(PUSH_TOPICS.length);

const subscription = z.object({
  id,
  /** Derived from the user agent; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  topics,
  created_at: time,
  /** It belongs to the session that asks. */
  current: z.boolean(),
  /** The shop has a newer key, with which it should subscribe again; until then it is told as before. */
  outdated: z.boolean(),
});
export type PushSubscription = z.infer<typeof subscription>;

export const getPush = call({
  method: 'GET',
  path: '/api/push',
  summary: 'The browsers that get push notifications, and the key with which another one subscribes (RFC 8292)',
  guards: ['auth'],
  reply: dataOf(z.object({ public_key: z.string().nullable(), subscriptions: z.array(subscription) })),
});

export const subscribePush = call({
  method: 'POST',
  path: '/api/push/subscriptions',
  summary: 'Get push notifications in this browser, until its session ends; takes what PushSubscription.toJSON() holds',
  guards: ['auth'],
  inVault: true,
  perMinute: 30,
  body: z.strictObject({
    endpoint: onSurface('unstored', z.string().max(1000)),
    keys: z.strictObject({
      p256dh: onSurface('unstored', z.string().regex(/^[\w-]{87}$/)),
      auth: onSurface('unstored', z.string().regex(/^[\w-]{22}$/)),
    }),
    topics: topics.default([...PUSH_TOPICS]),
  }),
  reply: dataOf(subscription),
  status: 201,
});

export const changePush = call({
  method: 'PATCH',
  path: '/api/push/subscriptions/{id}',
  summary: 'Change what a browser is told',
  guards: ['auth'],
  params: z.object({ id }),
  body: z.strictObject({ topics }),
  reply: dataOf(subscription),
});

export const endPush = call({
  method: 'DELETE',
  path: '/api/push/subscriptions/{id}',
  summary: 'End push notifications in a browser',
  guards: ['auth'],
  params: z.object({ id }),
});
