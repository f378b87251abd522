import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  cents,
  dataOf,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  proposalDecision,
  time,
  withPeople,
} from '../shapes.ts';
import { CLAIM_REASONS, CLAIM_STATES, cardClaim, cardStatus, guarantee, issuerAnswer } from '../shop/orders.ts';
import { onSurface } from '../surface.ts';

/**
 * What a claim would bring now: the price at once, a person who looks into it, nothing yet, because the code is still
 * hidden and the card can be returned, or nothing any more.
 */
export const COVERS = ['refund', 'person', 'unrevealed', 'over', 'claimed'] as const;

export const cardCheck = issuerAnswer.extend({
  card_id: id,
  order_id: id,
  currency: z.string(),
  guarantee,
  covers: z.enum(COVERS),
});

export const checkCard = call({
  method: 'GET',
  path: '/api/check/{id}',
  summary:
    'Ask the issuer about a card that you bought here, by its id: an answer is kept for 60 seconds, and a card is asked about once a minute and ten times a day',
  guards: ['auth', 'active'],
  inVault: true,
  // It moves no money, but the question and its answer are kept.
  changesState: true,
  params: idParams,
  reply: dataOf(cardCheck),
});

export const claimCard = call({
  method: 'POST',
  path: '/api/invoices/{id}/cards/{card_id}/claim',
  summary:
    'Claim the guarantee of a revealed card: the price is refunded at once where the issuer’s signed answer covers it, else a person looks into it',
  guards: ['auth', 'active'],
  inVault: true,
  idempotent: true,
  deduplicate: () => true,
  perMinute: 60,
  params: z.object({ id, card_id: id }),
  body: z
    .strictObject({
      reason: z.enum(CLAIM_REASONS).default('other'),
      note: onSurface('text', z.string().trim().max(1000, messageKey('invalid.maximum_characters'))).default(''),
    })
    .default({ reason: 'other', note: '' }),
  reply: z.object({
    data: cardClaim,
    /** What it means that the refund brings the balance over the tier's limit; null where it doesn't. */
    over_limit: z.string().nullable(),
  }),
  status: 201,
});

const account = z.object({ id, username: z.string() });

export const listedClaim = cardClaim.extend({
  buyer: account,
  order: z.object({ id, number: z.int() }),
  programme: z.object({ id, name: z.string() }),
  price_cents: cents,
});

export const claimAnswer = z.object({
  id,
  cause: z.enum(['check', 'delivery', 'claim', 'return', 'outage']),
  asked_at: time,
  /** Why there was no answer that counts. */
  failure: z.string().nullable(),
  status: cardStatus.nullable(),
  balance_cents: cents.nullable(),
  redeemed_at: time.nullable(),
  never_redeemed: z.boolean(),
  /** Whether the stored bytes carry the issuer's signature under the secret of today; null for none. */
  signed: z.boolean().nullable(),
});

export const claimDetail = listedClaim.extend({
  note: z.string(),
  /** The answer that decided it. */
  answer_id: id.nullable(),
  card_id: id,
  batch_id: id,
  seller: z.object({ id, legal_name: z.string() }).nullable(),
  currency: z.string(),
  sold_at: time,
  revealed_at: time.nullable(),
  guarantee_ends_at: time.nullable(),
  guarantee_paused_seconds: z.int(),
  /** What support refunded of the whole order, perhaps for this card. */
  refunded_by_hand_cents: cents,
  answers: z.array(claimAnswer),
  proposal: openProposal.extend({ reason: z.string() }).nullable(),
});
export type ClaimDetail = z.infer<typeof claimDetail>;

export const listClaims = call({
  method: 'GET',
  path: '/api/admin/claims',
  summary: 'Guarantee claims, newest first; `open` for those that wait for a person',
  guards: withPeople,
  query: z.object({ state: z.enum(CLAIM_STATES).optional(), ...pageQuery }),
  reply: pageOf(listedClaim),
});

export const getClaim = call({
  method: 'GET',
  path: '/api/admin/claims/{id}',
  summary: 'One claim with its proof: the sale, the reveal, and what the issuer said; the look is audited',
  guards: withPeople,
  inVault: true,
  changesState: true,
  params: idParams,
  reply: dataOf(claimDetail),
});

const support = { guards: ['auth', 'admin', 'role:support'], stepUp: 'always', params: idParams } as const;

export const refuseClaim = call({
  ...support,
  method: 'POST',
  path: '/api/admin/claims/{id}/refuse',
  inVault: true,
  summary: 'Close a claim without a refund',
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(claimDetail),
});

export const proposeGoodwill = call({
  ...support,
  method: 'POST',
  path: '/api/admin/claims/{id}/goodwill',
  inVault: true,
  summary: 'Propose to refund a claim that the issuer’s word doesn’t cover; an approver decides',
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(claimDetail),
});

export const decideGoodwill = call({
  method: 'POST',
  path: '/api/admin/claims/{id}/goodwill/decide',
  summary: 'Agree to a goodwill refund, or not: never by who proposed it',
  guards: ['auth', 'admin', 'role:approver'],
  inVault: true,
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  /** The proposal that was read: any other is refused. */
  body: proposalDecision,
  reply: dataOf(claimDetail),
});
