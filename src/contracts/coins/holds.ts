import { z } from 'zod';
import { call } from '../call.ts';
import {
  cents,
  coin,
  dataOf,
  decisionReason,
  id,
  idParams,
  option,
  pageMeta,
  pageQuery,
  searchText,
  time,
  units,
  withPeople,
} from '../shapes.ts';
import { holdReasons } from './deposits.ts';

const decision = z.object({
  decision: z.enum(['propose', 'release', 'keep']),
  reason: z.string(),
  by: z.string(),
  at: time,
});

export const heldPayment = z.object({
  /** The deposit's id: a payment may have several, and each is decided on its own. */
  id,
  payment_id: id,
  user: z.object({ id, username: z.string(), tier: z.int() }),
  coin,
  txid: z.string(),
  /** Empty if the stored one is none of the shop's. */
  address: z.string(),
  senders: z.array(z.string()),
  /** Who may have paid, where the node doesn't tell who did: everybody who called a contract in that block. */
  possible_senders: z.array(z.string()),
  amount_units: units,
  held_units: units,
  /** At the newest rate; null if there is none. */
  held_cents: cents.nullable(),
  credited_cents: cents,
  /** null once nothing is on hold any more. */
  hold_reason: z.enum(holdReasons).nullable(),
  confirmations: z.int(),
  confirmations_needed: z.int(),
  first_seen_at: time,
  screening: z.enum(['unscreened', 'unknown', 'clear', 'hit']),
  screened_at: time.nullable(),
  /** SHA-256 of the list it was compared with, in hex. */
  list_sha256: z.string().nullable(),
  /** From a listed sender, or more than one person may release in a day: one proposes, another releases. */
  takes_two: z.boolean(),
  decisions: z.array(decision),
});
export type HeldPayment = z.infer<typeof heldPayment>;

export const listHeld = call({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments on hold, oldest first, and the sanctions list in force; whom it shows is audited',
  guards: withPeople,
  inVault: true,
  changesState: true,
  query: z.object({
    q: searchText.optional(),
    coin: coin.optional(),
    reason: z.enum(holdReasons).optional(),
    ...pageQuery,
  }),
  reply: z.object({
    data: z.array(heldPayment),
    meta: pageMeta,
    reasons: z.array(option),
    /** null if no list is set up. */
    sanctions: z
      .object({
        sha256: z.string(),
        entries: z.int(),
        skipped: z.int(),
        /** Numbers of the first lines that aren't an address. */
        skipped_lines: z.array(z.int()),
        loaded_at: time,
        file_at: time,
        /** The file is more than seven days old. */
        old: z.boolean(),
      })
      .nullable(),
  }),
});

export const getHeld = call({
  method: 'GET',
  path: '/api/admin/payments/{id}',
  summary: 'One payment that is or was held, with what was decided about it; the look is audited',
  guards: withPeople,
  inVault: true,
  changesState: true,
  params: idParams,
  reply: dataOf(heldPayment),
});

const body = z.strictObject({ reason: decisionReason });

export const releasePayment = call({
  method: 'POST',
  path: '/api/admin/payments/{id}/release',
  summary: 'Credit what is held; where it takes two people the first call proposes, and another admin releases',
  guards: ['auth', 'admin', 'role:support,approver'],
  inVault: true,
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  body,
  reply: dataOf(heldPayment),
});

export const confirmHold = call({
  method: 'POST',
  path: '/api/admin/payments/{id}/keep',
  summary: 'Keep what is held until somebody releases it; nothing is sent back',
  guards: ['auth', 'admin', 'role:support,approver'],
  inVault: true,
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  body,
  reply: dataOf(heldPayment),
});
