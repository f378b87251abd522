import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from './call.ts';
import { openProposal } from './four-eyes.ts';
import { cents, country, currency, dataOf, decisionReason, funds, id, idParams, level, time } from './shapes.ts';
import { onSurface } from './surface.ts';

/** A programme as its approvers judge it. */
export const programme = z.object({
  id,
  state: z.enum(['proposed', 'active', 'suspended']),
  name: z.string(),
  issuer_name: z.string(),
  issuer_country: country,
  registration_ref: z.string(),
  terms_url: z.string(),
  network: z.enum(['closed_loop', 'open_loop']),
  country,
  currency,
  level,
  /** The shape of its codes: `#` is a digit, `X` a character of its alphabet. */
  code_mask: z.string(),
  pin_mask: z.string().nullable(),
  face_values_cents: z.array(cents),
  voucher_kind: z.enum(['single_purpose', 'multi_purpose']),
  expiry_policy: z.string(),
  /** null for a programme of an earlier release, which only says it in its text. */
  funds: funds.nullable(),
  redemption_text: z.string(),
  /** SHA-256 of the contract, in hex. */
  evidence_sha256: z.string(),
  created_at: time,
  /** null while nobody asks for an approval. */
  proposal: openProposal.nullable(),
});
export type ProgrammeFacts = z.infer<typeof programme>;

export const getProgramme = call({
  method: 'GET',
  path: '/api/admin/programmes/{id}',
  summary: 'A programme as its approvers judge it',
  guards: ['auth', 'admin'],
  params: idParams,
  reply: dataOf(programme),
});

export const approveProgramme = call({
  method: 'POST',
  path: '/api/admin/programmes/{id}/approve',
  summary: 'Approve a proposed programme; it is active once two people besides its proposer have',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({
    /** Of the proposal that was read: a newer one is refused. */
    proposal_id: id,
    /** The last eight characters of the fingerprint of the issuer's key, as the issuer gave them in another way. */
    fingerprint_end: onSurface(
      'shaped',
      z
        .string()
        .trim()
        .regex(/^[0-9A-Fa-f]{8}$/, messageKey('programme.fingerprint_shape')),
    ),
    reason: decisionReason,
  }),
  reply: dataOf(programme),
});

export const rejectProgramme = call({
  method: 'POST',
  path: '/api/admin/programmes/{id}/reject',
  summary: 'Refuse a proposed programme; it can be proposed again',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
  reply: dataOf(programme),
});
