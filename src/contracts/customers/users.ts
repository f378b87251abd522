import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { accountLinks } from '../identity/linked-accounts.ts';
import { alert } from '../oversight/alerts.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  cents,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  pageMeta,
  pageOf,
  pageQuery,
  proposalDecision,
  queryInt,
  searchText,
  time,
  withPeople,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { DEBT_ENDS } from './spending.ts';
import { limitsUsed, tierLimits } from './tiers.ts';

/** What an admin may do; `auditor` and `seller` go with no other. */
export const dutyNames = ['importer', 'approver', 'support', 'payouts', 'publisher', 'auditor', 'seller'] as const;
export const duty = z.enum(dutyNames);
export type Duty = z.infer<typeof duty>;

/** What waits for a second person, or was decided, about an account. */
const personProposal = openProposal.extend({
  kind: z.string(),
  label: z.string(),
  /** Own path of the page where it is decided; null on the page of the account itself. */
  link: z.string().nullable(),
  reason: z.string().nullable(),
  decision: z.enum(['approved', 'rejected', 'withdrawn']).nullable(),
});
export type PersonProposal = z.infer<typeof personProposal>;

export const userDetail = z.object({
  id,
  username: z.string(),
  role: z.enum(['buyer', 'admin']),
  duties: z.array(duty),
  tier: z.int(),
  person: z.object({
    email: z.string(),
    email_confirmed: z.boolean(),
    display_name: z.string(),
    country: z.string().nullable(),
    locale: z.string().nullable(),
    /** Whether a second factor is set up. */
    second_factor: z.boolean(),
  }),
  /** What the tier allows and what of it is used, in cents. */
  limits: z.object({ used: limitsUsed, allowed: tierLimits }),
  /** A higher tier that the owner asks for. */
  tier_request: z.object({ id, tier: z.int() }).nullable(),
  /** The 20 newest. */
  proposals: z.array(personProposal),
  created_at: time,
  /** null until it is activated. */
  activated_at: time.nullable(),
  /** null if it may sign in. */
  disabled_at: time.nullable(),
  erased_at: time.nullable(),
  balance_cents: cents,
  owed_cents: cents,
  /** null if it may spend. */
  spending_blocked_at: time.nullable(),
  alerts: z.array(alert),
  linked: accountLinks,
});
export type UserDetail = z.infer<typeof userDetail>;

export const getUser = call({
  method: 'GET',
  path: '/api/admin/users/{id}',
  summary: 'An account as a review needs it: balance, limits, proposals and alerts about it; the look is audited',
  guards: withPeople,
  changesState: true,
  params: idParams,
  reply: dataOf(userDetail),
});

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
  summary: 'Who works in the back office, with what duties; or the one person of this exact name, who may be a buyer',
  guards: ['auth', 'admin', 'role:approver,auditor'],
  query: z.object({ username: onSurface('name', z.string().trim().toLowerCase().min(1).max(32)).optional() }),
  reply: z.object({ data: z.array(staffMember) }),
});

export const getStaffMember = call({
  method: 'GET',
  path: '/api/admin/staff/{id}',
  summary: "One person's duties, and the change that waits for a decision",
  guards: ['auth', 'admin', 'role:approver,auditor'],
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
  body: proposalDecision,
  reply: dataOf(staffMember),
});

export const USER_STATES = ['inactive', 'active', 'disabled', 'blocked', 'debt'] as const;
export const USER_SORTS = ['-created_at', 'created_at', 'username', '-username'] as const;
/** By what a search found an account. */
export const FOUND_BY = ['name', 'order', 'payment', 'address', 'transaction', 'id'] as const;

const userRow = z.object({
  id,
  username: z.string(),
  role: z.enum(['buyer', 'admin']),
  tier: z.int(),
  state: z.enum(['inactive', 'active', 'disabled', 'erased']),
  spending_blocked: z.boolean(),
  balance_cents: cents,
  owed_cents: cents,
  created_at: time,
  /** null without a search. */
  found_by: z.enum(FOUND_BY).nullable(),
});
export type UserRow = z.infer<typeof userRow>;

export const listUsers = call({
  method: 'GET',
  path: '/api/admin/users',
  summary:
    'Accounts, by a part of their name or e-mail address, an order or payment number, an id, a deposit address or a txid; 1,000 at most; whom it shows is audited. Pages behind the first take a fresh factor',
  guards: withPeople,
  changesState: true,
  query: z.object({
    q: searchText.optional(),
    role: z.enum(['buyer', 'admin']).optional(),
    state: z.enum(USER_STATES).optional(),
    tier: z.enum(['0', '1', '2']).optional(),
    /** Registered on these days (UTC), the erased among them. */
    from: day.optional(),
    to: day.optional(),
    sort: z.enum(USER_SORTS).optional(),
    page: queryInt(1, 1000).optional(),
    per_page: queryInt(1, 100).optional(),
  }),
  reply: z.object({
    data: z.array(userRow),
    meta: pageMeta,
    /** More match than the list shows. */
    more: z.boolean(),
  }),
});

export const RECORD_KINDS = [
  'movements',
  'orders',
  'payments',
  'purchases',
  'tickets',
  'sessions',
  'devices',
  'audit',
] as const;

/** One line of what belongs to an account, whatever its kind. */
const userRecord = z.object({
  id: z.string(),
  at: time,
  /** What it is: the kind of a movement, the state of an order, payment or ticket, the action of an audit entry. */
  what: z.string(),
  /** A number, a subject or a browser. */
  label: z.string(),
  amount_cents: z.int().nullable(),
  /** The page of it, or of what it belongs to. */
  link: z.string().nullable(),
});
export type UserRecord = z.infer<typeof userRecord>;

export const listUserRecords = call({
  method: 'GET',
  path: '/api/admin/users/{id}/records',
  summary: 'What belongs to an account, one kind at a time, newest first; never a code, a password or a factor',
  guards: withPeople,
  changesState: true,
  params: idParams,
  query: z.object({ kind: z.enum(RECORD_KINDS), ...pageQuery }),
  reply: pageOf(userRecord),
});

const onPerson = {
  method: 'POST',
  guards: ['auth', 'admin', 'role:support,approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
} as const;

export const activateUser = call({
  ...onPerson,
  path: '/api/admin/users/{id}/activate',
  summary: 'Activate an account that confirmed its address, without the top-up that it takes otherwise',
});

export const disableUser = call({
  ...onPerson,
  path: '/api/admin/users/{id}/disable',
  summary:
    'Close an account to its owner: every session and socket ends at once; open payments are still credited. Staff takes two people',
});

export const enableUser = call({
  ...onPerson,
  path: '/api/admin/users/{id}/enable',
  summary: 'Let the owner of a disabled account sign in again. Staff takes two people',
});

export const signOutUser = call({
  ...onPerson,
  path: '/api/admin/users/{id}/sign-out',
  summary: 'End every session of an account; of staff, the operator and the other approvers get a mail at once',
});

const decided = proposalDecision;

export const proposeAccess = call({
  ...onPerson,
  path: '/api/admin/staff/{id}/access',
  summary: 'Propose to disable somebody of the staff, or to enable them again; another approver decides',
  guards: ['auth', 'admin', 'role:approver'],
  body: z.strictObject({ to: z.enum(['disabled', 'enabled']), reason: decisionReason }),
});

export const decideAccess = call({
  ...onPerson,
  path: '/api/admin/staff/{id}/access/decide',
  summary: 'Agree to disable or enable somebody of the staff, or not; never by the proposer or that person',
  guards: ['auth', 'admin', 'role:approver'],
  body: decided,
});

export const proposeFactorReset = call({
  ...onPerson,
  path: '/api/admin/users/{id}/factor-reset',
  summary:
    'Propose to remove every second factor of an account whose owner lost them; the reason says how you checked who asks',
});

export const decideFactorReset = call({
  ...onPerson,
  path: '/api/admin/users/{id}/factor-reset/decide',
  summary: 'Agree to remove the factors, which ends sessions and password too, or not; never by the proposer',
  guards: ['auth', 'admin', 'role:approver'],
  body: decided,
});

export const ADJUSTMENT_CAUSES = ['correction', 'goodwill', 'refund'] as const;

export const proposeAdjustment = call({
  ...onPerson,
  path: '/api/admin/users/{id}/adjustment',
  summary:
    'Propose to put an amount on a balance, or with a negative amount to take it; nothing moves before somebody agrees',
  body: z.strictObject({
    cents: z
      .int()
      .min(-999_900)
      .max(999_900)
      .refine((amount) => amount !== 0, messageKey('users.amount_missing')),
    cause: z.enum(ADJUSTMENT_CAUSES),
    /** Of a refund alone: the number of the order, which never pays back more than it cost. */
    order_number: z.int().min(1).max(999_999_999_999).optional(),
    reason: decisionReason,
  }),
});

export const decideAdjustment = call({
  ...onPerson,
  path: '/api/admin/users/{id}/adjustment/decide',
  summary: 'Agree to a proposed change of a balance, or not; never by the proposer or the person it is for',
  guards: ['auth', 'admin', 'role:approver'],
  idempotent: true,
  deduplicate: () => true,
  body: decided,
  reply: dataOf(z.object({ balance_cents: cents })),
});

export const proposeDebtSettlement = call({
  ...onPerson,
  path: '/api/admin/users/{id}/debt',
  summary:
    'Propose to settle what an account owes from its balance, or to write it off, all or a part; nothing moves before somebody agrees',
  body: z.strictObject({ how: z.enum(DEBT_ENDS), cents: z.int().min(1).max(99_999_900), reason: decisionReason }),
});

export const decideDebtSettlement = call({
  ...onPerson,
  path: '/api/admin/users/{id}/debt/decide',
  summary: 'Agree to settle or write off a debt, or not; never by the proposer or the person who owes it',
  guards: ['auth', 'admin', 'role:approver'],
  idempotent: true,
  deduplicate: () => true,
  body: decided,
  reply: dataOf(z.object({ owed_cents: cents, balance_cents: cents })),
});
