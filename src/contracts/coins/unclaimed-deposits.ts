import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import {
  approvalReason,
  cents,
  coin,
  dataOf,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  time,
  units,
  withPeople,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

const account = z.object({ id, username: z.string() });

export const unclaimedDeposit = z.object({
  id,
  coin,
  index: z.int(),
  /** Empty if the stored one is none of the shop's. */
  address: z.string(),
  txid: z.string(),
  n: z.int(),
  senders: z.array(z.string()),
  amount_units: units,
  /** At the newest rate; null if there is none. */
  amount_cents: cents.nullable(),
  first_seen_at: time,
  /** null if it is not in a block of the best chain. */
  height: z.int().nullable(),
  /** Decisions about the owner; the last one counts. */
  decisions: z.array(
    z.object({
      id,
      decision: z.enum(['propose', 'approve']),
      owner: account,
      reason: z.string(),
      by: account,
      at: time,
    }),
  ),
  /** The payment that it became; null while it has no owner. */
  assigned: z.object({ owner: account, deposit_id: id, payment_id: id }).nullable(),
});
export type UnclaimedDeposit = z.infer<typeof unclaimedDeposit>;

/** Not given to anybody yet; gone from the chain before that; or given to its owner. */
export const UNCLAIMED_STATES = ['open', 'gone', 'assigned'] as const;

export const listUnclaimedDeposits = call({
  method: 'GET',
  path: '/api/admin/unclaimed-deposits',
  summary: 'Money on addresses that nobody was given, newest first; whom it was given since is audited',
  guards: withPeople,
  inVault: true,
  changesState: true,
  query: z.object({ ...pageQuery, coin: coin.optional(), state: z.enum(UNCLAIMED_STATES).optional() }),
  reply: pageOf(unclaimedDeposit),
});

export const getUnclaimedDeposit = call({
  method: 'GET',
  path: '/api/admin/unclaimed-deposits/{id}',
  summary: 'One of them, with what was said about whose it is; the look is audited',
  guards: withPeople,
  inVault: true,
  changesState: true,
  params: idParams,
  reply: dataOf(unclaimedDeposit),
});

export const proposeOwner = call({
  method: 'POST',
  path: '/api/admin/unclaimed-deposits/{id}/propose',
  summary: 'Say whose it is, by username or confirmed e-mail address; somebody else approves',
  guards: ['auth', 'admin', 'role:support'],
  inVault: true,
  stepUp: 'always',
  idempotent: true,
  perMinute: 30,
  params: idParams,
  body: z.strictObject({
    owner: onSurface(
      'name',
      z.string().trim().min(1, messageKey('unclaimed.say_whose')).max(254, messageKey('invalid.maximum_characters')),
    ),
    reason: decisionReason,
  }),
  reply: dataOf(unclaimedDeposit),
});

export const approveOwner = call({
  method: 'POST',
  path: '/api/admin/unclaimed-deposits/{id}/approve',
  summary: 'Agree to the proposal that stands: the address and what came to it is its buyer’s from then on',
  guards: ['auth', 'admin', 'role:approver'],
  inVault: true,
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  /** The proposal that was read: any other is refused. */
  decides: 'approved',
  body: z.strictObject({ proposal_id: id, reason: approvalReason }),
  reply: dataOf(unclaimedDeposit),
});
