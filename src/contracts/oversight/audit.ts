import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, day, id, links, queryInt, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** What the id of a record can name. */
export const RECORD_KINDS = [
  'batch',
  'card',
  'claim',
  'deposit',
  'gift',
  'import',
  'issuer_key',
  'line',
  'order',
  'payment',
  'payout',
  'preorder',
  'programme',
  'proposal',
  'rate_jump',
  'seller',
  'ticket',
  'unclaimed',
  'user',
] as const;

/** A record that an id names. */
export const namedRecord = z.object({
  id,
  kind: z.enum(RECORD_KINDS),
  /** What people call it: a name or number; empty where it has none. */
  name: z.string(),
  /** Path of its page in the back office; null if it has none. */
  link: z.string().nullable(),
});
export type NamedRecord = z.infer<typeof namedRecord>;

const auditEntry = z.object({
  id: z.int(),
  at: time,
  /** null: the shop itself. */
  actor: z.object({ id, username: z.string() }).nullable(),
  action: z.string(),
  subject: z.string(),
  /** The record that the subject names. */
  record: namedRecord.nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

const auditDetail = auditEntry.extend({
  address: z.string(),
  details: z.record(z.string(), fact),
  /** What the ids in the details name. */
  records: z.array(namedRecord),
  /** Its link of the chain; null for some seconds after it was written. */
  link: z.object({ position: z.int(), hash: z.string() }).nullable(),
});
export type AuditDetail = z.infer<typeof auditDetail>;

/** A user's name or id, an order's number with #, or any other id or word that entries are about. */
const named = onSurface(
  'identifier',
  z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}]*$/u),
);

/** The filters of the list and its export. */
export const auditFilters = {
  /** Who did it. */
  who: named.optional(),
  action: onSurface('shaped', z.string().regex(/^[a-z_]{1,40}\.[a-z_]{1,60}$/)).optional(),
  /** What or whom it was about. */
  about: named.optional(),
  from: day.optional(),
  /** The last day that counts. */
  to: day.optional(),
};

const reader = { guards: ['auth', 'admin', 'role:auditor,approver'] } as const;
const cursor = onSurface('unstored', z.string().max(1024)).optional();

export const listAuditEntries = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/audit-entries',
  summary: 'The audit log, newest first, by who, what, whom and when; meta lists every action that occurs',
  query: z.object({ ...auditFilters, per_page: queryInt(1, 100).optional(), cursor }),
  reply: z.object({
    data: z.array(auditEntry),
    meta: z.object({ per_page: z.int(), actions: z.array(z.string()) }),
    links,
  }),
});

export const getAuditEntry = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/audit-entries/{id}',
  summary:
    'One entry of the audit log with all its facts, what its ids name, and its link of the chain; a look at what a buyer did is audited',
  changesState: true,
  params: z.object({ id: queryInt(1, 999_999_999_999) }),
  reply: dataOf(auditDetail),
});

export const exportAuditEntries = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/audit-export',
  summary: 'The selected part of the audit log as a CSV file, up to 100,000 entries; audited',
  stepUp: 'always',
  secret: true,
  changesState: true,
  download: 'facevalue-audit.csv',
  query: z.object(auditFilters),
  reply: z.string(),
});

export const VERIFICATION_KINDS = ['audit', 'ledger', 'coins'] as const;

const verification = z.object({
  id,
  kind: z.enum(VERIFICATION_KINDS),
  /** Started by the shop itself, once a night. */
  nightly: z.boolean(),
  /** `forged` has ended by its row, but the shop didn't write that. */
  state: z.enum(['running', 'sound', 'broken', 'given_up', 'forged']),
  started_at: time,
  ended_at: time.nullable(),
  /** How far it is: entries of the chain, accounts and transfers, or addresses that were paid. */
  done: z.int(),
  total: z.int(),
  problems: z.int(),
  /** The first of them. */
  named: z.array(z.string()),
});
export type Verification = z.infer<typeof verification>;

export const listVerifications = call({
  method: 'GET',
  path: '/api/admin/verifications',
  summary: 'The latest checks of the audit chain, the ledger or the coins, newest first',
  guards: ['auth', 'admin', 'role:auditor,approver,payouts'],
  inVault: true,
  query: z.object({ kind: z.enum(VERIFICATION_KINDS) }),
  reply: dataOf(z.array(verification)),
});

export const startVerification = call({
  method: 'POST',
  path: '/api/admin/verifications',
  summary: 'Check the audit chain or the ledger now, in the background; one that runs already goes on',
  guards: ['auth', 'admin', 'role:auditor,approver,payouts'],
  body: z.strictObject({ kind: z.enum(VERIFICATION_KINDS) }),
  reply: dataOf(verification),
  status: 202,
});
