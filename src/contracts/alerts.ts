import { z } from 'zod';
import { call } from './call.ts';
import { cents, coin, dataOf, id, idParams, time, units } from './shapes.ts';

export const alert = z.object({
  id,
  kind: z.string(),
  subject: z.string(),
  sentence: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Whom it is about. */
  people: z.array(z.object({ id, username: z.string() })),
  /** Own path of what it is about besides people, such as a payment; null when there is none. */
  link: z.string().nullable(),
  times: z.int(),
  raised_at: time,
  last_raised_at: time,
  resolved_at: time.nullable(),
  /** null while it is open, and when it ended by itself. */
  resolved_by: z.string().nullable(),
});
export type Alert = z.infer<typeof alert>;

export const listAlerts = call({
  method: 'GET',
  path: '/api/admin/alerts',
  summary: 'What a person must look at, open ones first',
  guards: ['auth', 'admin'],
  query: z.object({ open: z.literal('1').optional() }),
  reply: dataOf(z.array(alert)),
});

export const resolveAlert = call({
  method: 'POST',
  path: '/api/admin/alerts/{id}/resolve',
  summary: 'Close an alert',
  guards: ['auth', 'admin'],
  params: idParams,
});

export const person = z.object({
  id,
  username: z.string(),
  role: z.string(),
  tier: z.int(),
  created_at: time,
  /** null until it is activated. */
  activated_at: time.nullable(),
  /** null unless it may not sign in. */
  disabled_at: time.nullable(),
  balance_cents: cents,
  owed_cents: cents,
  /** null unless it may not spend. */
  spending_blocked_at: time.nullable(),
  /** The newest of each, at most 50. */
  deposits: z.array(
    z.object({ id, coin, amount_units: units, credited_cents: cents, state: z.string(), first_seen_at: time }),
  ),
  orders: z.array(z.object({ id, number: z.int(), total_cents: cents, card_count: z.int(), created_at: time })),
  alerts: z.array(alert),
});
export type Person = z.infer<typeof person>;

export const getPerson = call({
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'An account as a review needs it: balance, newest payments and orders, alerts about it',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(person),
});
