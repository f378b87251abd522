import { z } from 'zod';
import { call } from './call.ts';
import { openProposal } from './four-eyes.ts';
import { cents, currency, dataOf, day, decisionReason, id, idParams, time } from './shapes.ts';

const person = z.object({ id, username: z.string() });

/** A batch as its approver judges it. */
export const batch = z.object({
  id,
  state: z.enum(['draft', 'imported', 'approved', 'paused', 'withdrawn']),
  name: z.string(),
  programme: z.object({ id, name: z.string(), currency }),
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

export const getBatch = call({
  method: 'GET',
  path: '/api/admin/batches/{id}',
  summary: 'A batch of cards as its approver judges it',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(batch),
});

const decision = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always', params: idParams } as const;

export const approveBatch = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/batches/{id}/approve',
  summary: "Put a batch's confirmed cards on sale; never by whoever opened or imported it",
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
  reply: dataOf(batch),
});

export const rejectBatch = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/batches/{id}/reject',
  summary: 'Refuse to put a batch on sale; its approval can be asked for again',
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
  reply: dataOf(batch),
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
