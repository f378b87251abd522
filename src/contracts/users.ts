import { z } from 'zod';
import { alert } from './alerts.ts';
import { call } from './call.ts';
import { openProposal } from './four-eyes.ts';
import { cents, coin, dataOf, decisionReason, id, idParams, time, units } from './shapes.ts';
import { onSurface } from './surface.ts';

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

/** What an admin may do; `auditor` and `seller` go with no other. */
export const dutyNames = ['importer', 'approver', 'support', 'payouts', 'publisher', 'auditor', 'seller'] as const;
export const duty = z.enum(dutyNames);
export type Duty = z.infer<typeof duty>;

export const staffMember = z.object({
  id,
  username: z.string(),
  role: z.enum(['buyer', 'admin']),
  duties: z.array(duty),
  /** Without one, staff may do nothing but set it up. */
  second_factor: z.boolean(),
  disabled_at: time.nullable(),
  /** The duties that somebody proposed for this person; none of them ends their work in the back office. */
  proposal: openProposal.extend({ duties: z.array(duty), reason: z.string() }).nullable(),
});
export type StaffMember = z.infer<typeof staffMember>;

export const listStaff = call({
  method: 'GET',
  path: '/api/admin/staff',
  summary: 'Who works in the back office, with what duties; or the one person of this exact name',
  guards: ['auth', 'admin'],
  query: z.object({ username: onSurface('name', z.string().trim().toLowerCase().min(1).max(32)).optional() }),
  reply: z.object({ data: z.array(staffMember) }),
});

export const getStaffMember = call({
  method: 'GET',
  path: '/api/admin/staff/{id}',
  summary: "One person's duties, and the change that waits for a decision",
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(staffMember),
});

const duties = z
  .array(duty)
  .max(dutyNames.length)
  .transform((list) => dutyNames.filter((name) => list.includes(name)));

export const proposeDuties = call({
  method: 'POST',
  path: '/api/admin/staff/{id}/duties',
  summary: "Propose a person's duties, all of them; somebody else decides",
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ duties, reason: decisionReason }),
  reply: dataOf(staffMember),
});

export const decideDuties = call({
  method: 'POST',
  path: '/api/admin/staff/{id}/decide',
  summary: 'Approve or reject proposed duties; never by the proposer or the person they are for',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ proposal_id: id, decision: z.enum(['approved', 'rejected']), reason: decisionReason }),
  reply: dataOf(staffMember),
});
