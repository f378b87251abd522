import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import {
  cents,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  proposalDecision,
  time,
  withPeople,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** What a verification tier allows, in cents. */
export const tierLimits = z.object({
  stored_balance_cents: cents,
  one_order_cents: cents,
  spend_24h_cents: cents,
  top_up_30d_cents: cents,
  /** Orders can be revealed only after an hour once those of 24 hours exceed this; null: always at once. */
  delayed_reveal_above_cents: cents.nullable(),
});
export type TierLimits = z.infer<typeof tierLimits>;

/** What an account uses of its limits now. */
export const limitsUsed = z.object({
  stored_cents: cents,
  spent_24h_cents: cents,
  top_up_30d_cents: cents,
  /** At tier 0, the linked accounts whose use of the limits is counted in. */
  shared_with: z.int(),
});

const ownRequest = z.object({
  id,
  tier: z.int(),
  state: z.enum(['open', 'granted', 'refused', 'withdrawn']),
  /** Why it was refused. */
  reason: z.string().nullable(),
  created_at: time,
});

/** Why a country keeps somebody from buying: embargoed; not stated, though the law differs by country; unverified where that isn't allowed. */
export const countryBar = z.enum(['embargoed', 'unknown', 'anonymous']);
export type CountryBar = z.infer<typeof countryBar>;

const limits = z.object({
  tier: z.int(),
  bar: countryBar.nullable(),
  used: limitsUsed,
  /** What each tier allows, from tier 0 on. */
  tiers: z.array(tierLimits),
  /** The latest request for a higher tier. */
  request: ownRequest.nullable(),
});
export type Limits = z.infer<typeof limits>;

export const getLimits = call({
  method: 'GET',
  path: '/api/limits',
  summary: 'Your tier, what you use of its limits, what every tier allows, and your latest request for another one',
  guards: ['auth'],
  reply: dataOf(limits),
});

export const requestTier = call({
  method: 'POST',
  path: '/api/tier-requests',
  summary: 'Ask for a higher tier; nothing but the tier is sent, since documents are checked outside the shop',
  guards: ['auth', 'active'],
  perMinute: 10,
  body: z.strictObject({ tier: z.int().min(1).max(2) }),
  reply: dataOf(ownRequest),
  status: 201,
});

export const withdrawTierRequest = call({
  method: 'DELETE',
  path: '/api/tier-requests/{id}',
  summary: 'Take back a request that nobody decided yet',
  guards: ['auth'],
  params: idParams,
});

const waitingRequest = z.object({
  id,
  user: z.object({ id, username: z.string() }),
  from_tier: z.int(),
  tier: z.int(),
  created_at: time,
});
export type WaitingRequest = z.infer<typeof waitingRequest>;

export const listTierRequests = call({
  method: 'GET',
  path: '/api/admin/tier-requests',
  summary: 'Requests for a higher tier that nobody decided yet, the oldest first',
  guards: withPeople,
  query: z.object(pageQuery),
  reply: pageOf(waitingRequest),
});

const office = { method: 'POST', stepUp: 'always', params: idParams } as const;

export const refuseTierRequest = call({
  ...office,
  path: '/api/admin/tier-requests/{id}/refuse',
  summary: 'Refuse a request for a higher tier; the buyer reads the reason',
  guards: ['auth', 'admin', 'role:support,approver'],
  body: z.strictObject({ reason: decisionReason }),
});

export const setTier = call({
  ...office,
  path: '/api/admin/users/{id}/tier',
  summary:
    'Give tier 1 on the evidence of an outside check, propose tier 2, or lower a tier; documents and names have no place here',
  guards: ['auth', 'admin', 'role:support,approver'],
  body: z.strictObject({
    tier: z.int().min(0).max(2),
    /** The check's own reference; required to raise a tier. */
    evidence: onSurface(
      'identifier',
      z.string().regex(/^[A-Za-z0-9._-]{4,64}$/, messageKey('tiers.evidence_shape')),
    ).optional(),
    /** What the outside check calls the person, always the same: only a keyed digest of it is kept. */
    identity: onSurface(
      'identifier',
      z.string().regex(/^[A-Za-z0-9._-]{6,64}$/, messageKey('tiers.identity_shape')),
    ).optional(),
    checked_on: day.optional(),
    reason: decisionReason,
  }),
  reply: dataOf(z.object({ tier: z.int(), proposed: z.boolean() })),
});

export const decideTier = call({
  ...office,
  path: '/api/admin/users/{id}/tier/decide',
  summary: 'Agree to tier 2, or not; never by who checked, or the person it is for',
  guards: ['auth', 'admin', 'role:approver'],
  body: proposalDecision,
  reply: dataOf(z.object({ tier: z.int() })),
});
