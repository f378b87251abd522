import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import { guardRules } from '../oversight/import-guard.ts';
import {
  approvalReason,
  cents,
  currency,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  positiveCents,
  time,
  withStock,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

const person = z.object({ id, username: z.string() });

export const batchState = z.enum(['draft', 'imported', 'approved', 'paused', 'withdrawn']);
export type BatchState = z.infer<typeof batchState>;

/** A batch as its approver judges it. */
export const batch = z.object({
  id,
  state: batchState,
  name: z.string(),
  programme: z.object({ id, name: z.string(), currency }),
  /** Whose stock it is; null for the shop's own. */
  seller: z.object({ id, legal_name: z.string() }).nullable(),
  supplier: z.string(),
  invoice_reference: z.string(),
  invoice_date: day,
  /** SHA-256 of the invoice and of the imported file, in hex. */
  evidence_sha256: z.string().nullable(),
  file_sha256: z.string().nullable(),
  discount_bp: z.int(),
  /** The part of the face value that its prices don't fall below, by itself or its programme; null without one. */
  floor_bp: z.int().nullable(),
  /** Billionths of a dollar for one unit of the programme's currency. */
  usd_e9: z.int(),
  /** When unusable cards stopped its sale; payouts to its seller wait until somebody releases the brake. */
  braked_at: time.nullable(),
  cards: z.object({
    total: z.int(),
    /** Confirmed by the issuer: only these go on sale. */
    confirmed: z.int(),
    /** Kept off sale until somebody decides about them. */
    quarantined: z.int(),
    /** Face values in the programme's currency, prices in dollars. */
    face_cents: cents,
    price_cents: cents,
  }),
  created_by: person,
  imported_by: person.nullable(),
  created_at: time,
  /** null while nobody asks for an approval. */
  proposal: openProposal.nullable(),
});
export type BatchFacts = z.infer<typeof batch>;

const office = ['auth', 'admin'] as const;
const sha256 = onSurface('text', z.string().regex(/^[0-9a-f]{64}$/, messageKey('invalid.sha256')));
const discount = z.int().min(-5000).max(9000);

export const openBatch = call({
  method: 'POST',
  path: '/api/resellers',
  summary: 'Open a batch for stock to be imported into',
  guards: [...office, 'role:importer'],
  inVault: true,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    programme_id: id,
    name: onSurface('product', z.string().trim().min(2).max(120)),
    supplier: onSurface('product', z.string().trim().min(2).max(160)),
    invoice_reference: onSurface('product', z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,119}$/)),
    invoice_date: day,
    evidence_sha256: sha256,
    authorisation_reference: onSurface('product', z.string().trim().min(1).max(120)),
    authorised_from: day,
    authorised_until: day.nullable(),
    /** The programme's price rule where it is missing. */
    discount_bp: discount.optional(),
    follows_rate: z.boolean().optional(),
    /** The part of the face value that its prices don't fall below; the programme's holds beside it. */
    floor_bp: z.int().min(1000).max(15_000).nullable().optional(),
    /** Absent for the shop's own stock. */
    seller_id: id.nullable().optional(),
    /** What the cards cost: hundredths of a per cent of the face value, or dollars for each card. */
    cost_bp: z.int().min(0).max(20_000).nullable().optional(),
    card_cost_cents: positiveCents.nullable().optional(),
  }),
  reply: dataOf(batch),
});

const decision = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always', params: idParams } as const;

export const approveBatch = call({
  ...decision,
  method: 'POST',
  path: '/api/resellers/{id}/approve',
  summary: "Put a batch's confirmed cards on sale; never by whoever opened or imported it",
  decides: 'approved',
  body: z.strictObject({ proposal_id: id, reason: approvalReason }),
  reply: dataOf(batch),
});

export const rejectBatch = call({
  ...decision,
  method: 'POST',
  path: '/api/resellers/{id}/reject',
  summary: 'Refuse to put a batch on sale; its approval can be asked for again',
  decides: 'rejected',
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
  reply: dataOf(batch),
});

const brake = {
  guards: [...office, 'role:approver'],
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(z.object({ state: batchState, /** How many cards it moved. */ cards: z.int() })),
} as const;

export const pauseBatch = call({
  ...brake,
  method: 'POST',
  path: '/api/resellers/{id}/pause',
  summary: 'Take a batch off sale for a time',
});

export const resumeBatch = call({
  ...brake,
  method: 'POST',
  path: '/api/resellers/{id}/resume',
  summary: 'Put a paused batch back on sale; never by whoever opened it or imported into it',
  stepUp: 'always',
});

export const withdrawBatch = call({
  ...brake,
  method: 'POST',
  path: '/api/resellers/{id}/withdraw',
  summary: "Take everything of a batch that isn't sold off sale for good",
  stepUp: 'always',
});

export const releaseBrake = call({
  ...brake,
  method: 'POST',
  path: '/api/resellers/{id}/release',
  summary: 'Let payouts to the seller of a braked batch go on that was withdrawn; never by who imported into it',
  stepUp: 'always',
});

const card_ids = z.array(id).min(1, messageKey('invalid.one_card')).max(100, messageKey('invalid.hundred_cards'));

export const voidCards = call({
  ...brake,
  method: 'POST',
  path: '/api/resellers/{id}/void',
  summary: 'Take unsold cards out of stock for good; too many unusable ones pause their batch',
  stepUp: 'always',
  body: z.strictObject({ ids: card_ids, why: z.enum(['unusable', 'mistaken']), reason: decisionReason }),
});

export const changePrices = call({
  method: 'POST',
  path: '/api/resellers/{id}/prices',
  summary: 'Change the price of unsold cards: of those named, or of all by a new rule',
  guards: [...office, 'role:importer'],
  params: idParams,
  idempotent: true,
  body: z.strictObject({
    /** Absent for the rule of the whole batch. */
    ids: card_ids.optional(),
    /** One of the two; a price is for named cards only. */
    price_cents: positiveCents.optional(),
    discount_bp: discount.optional(),
    /** For the whole batch: whether it is repriced every night. */
    follows_rate: z.boolean().optional(),
  }),
  reply: dataOf(z.object({ /** How many prices changed. */ cards: z.int() })),
});

export const askApproval = call({
  method: 'POST',
  path: '/api/resellers/{id}/ask',
  summary: 'Ask once more for the approvals of a batch that nobody is asked for, such as after a withdrawal by mistake',
  guards: [...office, 'role:importer'],
  params: idParams,
  reply: dataOf(batch),
});

const quarantine = z.object({
  id,
  /** The file that its cards came in; null for one of an earlier release. */
  import_id: id.nullable(),
  uploaded_at: time.nullable(),
  rules: z.array(z.enum(guardRules)),
  /** How many wait for a decision. */
  cards: z.int(),
  /** null while nobody asks for one. */
  proposal: openProposal.nullable(),
});
export type Quarantine = z.infer<typeof quarantine>;

export const listQuarantines = call({
  method: 'GET',
  path: '/api/resellers/{id}/quarantines',
  summary: "A batch's cards that wait for a decision, by their file and the rules that they broke",
  guards: withStock,
  params: idParams,
  reply: dataOf(z.array(quarantine)),
});

const quarantinedCard = z.object({
  id,
  /** In its file, the header being row 1; null for a card of an earlier release. */
  row: z.int().nullable(),
  face_cents: cents,
  expires_on: day.nullable(),
});
export type QuarantinedCard = z.infer<typeof quarantinedCard>;

export const listQuarantinedCards = call({
  method: 'GET',
  path: '/api/admin/quarantines/{id}/cards',
  summary: 'Quarantined cards that wait for a decision, without their secrets, in the order of their file',
  guards: withStock,
  params: idParams,
  query: z.object(pageQuery),
  reply: pageOf(quarantinedCard),
});

const verdict = z.enum(['approved', 'rejected']);

export const decideQuarantine = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/quarantines/{id}/decide',
  summary: 'Admit cards that the import guard kept for a decision, or void them; never by who imported them',
  idempotent: true,
  body: z.strictObject({
    proposal_id: id,
    decision: verdict,
    /** Absent for all that are left. */
    ids: card_ids.optional(),
    reason: decisionReason,
  }),
  reply: dataOf(z.object({ decision: verdict, cards: z.int(), /** Still to be decided. */ left: z.int() })),
});
