import { z } from 'zod';
import { call } from '../call.ts';
import { approvalReason, dataOf, decisionReason, id, idParams, time } from '../shapes.ts';
import { fingerprintEnd, issuerKey } from './programme-facts.ts';

export const proposeKey = call({
  method: 'POST',
  path: '/api/admin/programmes/{id}/keys',
  summary: "Propose another key of a programme's issuer, beside the others or in place of one",
  guards: ['auth', 'admin', 'role:importer'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({
    public_key: issuerKey,
    /** The key that it takes over from: what that one confirmed stays confirmed. */
    replaces: id.nullable().default(null),
    /** null: as soon as it is approved. */
    valid_from: time.nullable().default(null),
  }),
  status: 201,
  reply: dataOf(z.object({ id })),
});

const decide = {
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: idParams,
  reply: dataOf(z.object({ id, state: z.enum(['proposed', 'valid', 'closed']) })),
} as const;

export const approveKey = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/issuer-keys/{id}/approve',
  summary: "Approve an issuer's key by the end of its fingerprint; it takes two people besides the proposer",
  decides: 'approved',
  body: z.strictObject({
    proposal_id: id,
    fingerprint_end: fingerprintEnd,
    reason: approvalReason,
  }),
});

export const rejectKey = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/issuer-keys/{id}/reject',
  summary: "Refuse an issuer's key",
  decides: 'rejected',
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
});

export const revokeKey = call({
  method: 'POST',
  path: '/api/admin/issuer-keys/{id}/revoke',
  summary: "Revoke an issuer's key at once: unsold cards that it confirmed go off sale until another key confirms them",
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(z.object({ id, unconfirmed: z.int() })),
});
