import { z } from 'zod';
import { alert } from './alerts.ts';
import { call } from './call.ts';
import { cents, coin, dataOf, id, idParams, time, units } from './shapes.ts';

export const userDetail = z.object({
  id,
  username: z.string(),
  role: z.string(),
  tier: z.int(),
  created_at: time,
  /** null until it is activated. */
  activated_at: time.nullable(),
  /** null if it may sign in. */
  disabled_at: time.nullable(),
  balance_cents: cents,
  owed_cents: cents,
  /** null if it may spend. */
  spending_blocked_at: time.nullable(),
  /** The 50 newest deposits and orders. */
  deposits: z.array(
    z.object({ id, coin, amount_units: units, credited_cents: cents, state: z.string(), first_seen_at: time }),
  ),
  orders: z.array(z.object({ id, number: z.int(), total_cents: cents, card_count: z.int(), created_at: time })),
  alerts: z.array(alert),
});
export type UserDetail = z.infer<typeof userDetail>;

export const getUser = call({
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'An account as a review needs it: balance, newest payments and orders, alerts about it',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(userDetail),
});
