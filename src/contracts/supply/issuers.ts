import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, id, idParams, time, withStock } from '../shapes.ts';

export const CHECK_FAILURES = [
  'no_adapter',
  'host',
  'address',
  'network',
  'timeout',
  'redirect',
  'status',
  'too_long',
  'signature',
  'replayed',
  'stale',
  'malformed',
  'incomplete',
  'contradiction',
  'paused',
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

/** What the issuer of a programme reported of codes that can't be redeemed any more. */
const issuerReports = z.object({
  /** The programme has canaries, and its issuer can't be asked. */
  expected: z.boolean(),
  /** When the next report has to begin at the latest; null while there is nothing to report on. */
  next_from: time.nullable(),
  /** When staff are reminded; null where none is expected. */
  due_at: time.nullable(),
  overdue: z.boolean(),
  last: z
    .object({
      covers_from: time,
      covers_until: time,
      /** Codes that it named, and cards among them that nobody had bought. */
      listed: z.int(),
      unsold: z.int(),
      uploaded_by: z.string(),
      created_at: time,
    })
    .nullable(),
});
export type IssuerReports = z.infer<typeof issuerReports>;

export const getIssuerReports = call({
  method: 'GET',
  path: '/api/admin/programmes/{id}/reports',
  summary: 'What the issuer of a programme last reported of redeemed codes, and when its next report is due',
  guards: ['auth', 'admin', 'role:importer,approver,support,auditor'],
  params: idParams,
  reply: dataOf(issuerReports),
});

export const REPORT_LIMIT_BYTES = MANIFEST_LIMIT_BYTES;

export const uploadReport = call({
  method: 'POST',
  path: '/api/admin/programmes/{id}/reports',
  inVault: true,
  summary: 'Take a report of redeemed codes that the issuer of a programme signed',
  guards: ['auth', 'admin', 'role:importer,approver'],
  params: idParams,
  upload: 'text/plain',
  bodyLimitBytes: REPORT_LIMIT_BYTES,
  perMinute: 60,
  reply: dataOf(issuerReports),
});
