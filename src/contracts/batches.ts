import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from './call.ts';
import { openProposal } from './four-eyes.ts';
import { cents, currency, dataOf, day, decisionReason, id, idParams, positiveCents, time } from './shapes.ts';
import { onSurface } from './surface.ts';

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
  /** Millionths of a dollar for one unit of the programme's currency. */
  usd_rate_micro: z.int(),
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
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
  reply: dataOf(batch),
});

export const rejectBatch = call({
  ...decision,
  method: 'POST',
  path: '/api/resellers/{id}/reject',
  summary: 'Refuse to put a batch on sale; its approval can be asked for again',
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

const verdict = z.enum(['approved', 'rejected']);

export const decideQuarantine = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/quarantines/{id}/decide',
  summary: 'Admit cards that the import guard kept for a decision, or void them',
  idempotent: true,
  body: z.strictObject({ decision: verdict }),
  reply: dataOf(z.object({ decision: verdict, cards: z.int() })),
});
