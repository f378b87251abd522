import { z } from 'zod';
import { call } from './call.ts';
import { dataOf, id, idParams, time, withStock } from './shapes.ts';

export const CHECK_FAILURES = [
  ...(['no_adapter', 'host', 'address', 'network', 'timeout', 'redirect', 'status', 'too_long'] as const),
  ...(['signature', 'replayed', 'stale', 'malformed', 'incomplete', 'contradiction', 'paused'] as const),
] as const;

/** One run of questions to an issuer about the cards of a batch. */
export const issuerCheck = z.object({
  id,
  /** null for what the shop did itself. */
  asked_by: z.string().nullable(),
  created_at: time,
  /** null while it runs. */
  ended_at: time.nullable(),
  /** Why the issuer gave no answer that counts. */
  failure: z.enum(CHECK_FAILURES).nullable(),
  /** How many cards there were to ask about when it began, and what the issuer said so far. */
  total: z.int(),
  active: z.int(),
  unknown: z.int(),
  inactive: z.int(),
  redeemed: z.int(),
  /** How many weren't confirmed before. */
  confirmed: z.int(),
});
export type IssuerCheck = z.infer<typeof issuerCheck>;

export const getIssuerCheck = call({
  method: 'GET',
  path: '/api/resellers/{id}/issuer-check',
  summary: 'What the issuer of a batch last said of its cards, and whether it can be asked',
  guards: withStock,
  params: idParams,
  reply: dataOf(z.object({ has_adapter: z.boolean(), check: issuerCheck.nullable() })),
});

const importer = { guards: ['auth', 'admin', 'role:importer'], params: idParams } as const;

export const askIssuer = call({
  ...importer,
  method: 'POST',
  path: '/api/resellers/{id}/confirm',
  summary: 'Have the issuer asked about the cards of a batch that it has not confirmed yet',
  reply: dataOf(issuerCheck),
  status: 202,
});

export const MANIFEST_LIMIT_BYTES = 16_000_000;

export const uploadManifest = call({
  ...importer,
  method: 'POST',
  path: '/api/resellers/{id}/manifest',
  inVault: true,
  summary: 'Confirm the cards of a batch by a manifest that its issuer signed',
  upload: 'text/plain',
  bodyLimitBytes: MANIFEST_LIMIT_BYTES,
  perMinute: 60,
  reply: dataOf(
    z.object({
      /** Cards that this manifest confirmed. */
      confirmed: z.int(),
      /** Cards of the manifest that the batch doesn't have, or that were confirmed before. */
      unknown: z.int(),
      /** Cards of the batch that nobody has confirmed yet; they stay off sale. */
      unconfirmed: z.int(),
    }),
  ),
});
