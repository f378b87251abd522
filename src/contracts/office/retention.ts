import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { dataOf, day, decisionReason, id, time } from '../shapes.ts';

/** What is deleted, or emptied, after a while. */
export const RETAINED = [
  'device_codes',
  'devices',
  'email_tokens',
  'gifts',
  'import_errors',
  'mailbox',
  'notifications',
  'tickets',
] as const;
const retained = z.enum(RETAINED);
export type Retained = z.infer<typeof retained>;

/** Why a table is kept for good, or as long as what it belongs to. */
export const RETENTION_REASONS = [
  'account',
  'books',
  'chain',
  'figures',
  'log',
  'proof',
  'settings',
  'stock',
  'texts',
  'work',
] as const;
export type RetentionReason = (typeof RETENTION_REASONS)[number];

/** What personal data is processed for: the records of processing (GDPR art. 30) have a part for each. */
export const ACTIVITIES = [
  'accounts',
  'access',
  'checks',
  'payments',
  'orders',
  'support',
  'messages',
  'sellers',
  'staff',
] as const;
export type Activity = (typeof ACTIVITIES)[number];

const readers = ['auth', 'admin', 'role:support,approver,auditor'] as const;

const rule = z.object({
  name: retained,
  days: z.int(),
  default_days: z.int(),
  min_days: z.int(),
  max_days: z.int(),
  /** In the last 30 days. */
  deleted: z.int(),
  last_run: day.nullable(),
});
export type RetentionPeriod = z.infer<typeof rule>;

const run = z.object({
  name: retained,
  day,
  deleted: z.int(),
  before: time,
  /** null: there is more to delete. */
  completed_at: time.nullable(),
});
export type RetentionRun = z.infer<typeof run>;

const retainedTable = z.object({
  table: z.string(),
  /** null: kept for the reason. */
  days: z.int().nullable(),
  why: z.enum(RETENTION_REASONS).nullable(),
  /** Whose period staff can change. */
  rule: retained.nullable(),
});
export type RetainedTable = z.infer<typeof retainedTable>;

export const getRetention = call({
  method: 'GET',
  path: '/api/admin/retention',
  summary: 'How long each table is kept and why, and what was deleted when',
  guards: readers,
  reply: dataOf(z.object({ rules: z.array(rule), runs: z.array(run), tables: z.array(retainedTable) })),
});

const processing = z.object({
  /** The shop's name, the operator's address for people, and where to report weaknesses; null where none is set. */
  controller: z.object({ name: z.string(), contact: z.string().nullable(), security_contact: z.string().nullable() }),
  made_at: time,
  activities: z.array(z.object({ activity: z.enum(ACTIVITIES), tables: z.array(retainedTable) })),
  /** What a buyer's export hands out, by the names of its parts. */
  handed_out: z.array(z.string()),
});
export type Processing = z.infer<typeof processing>;

export const getProcessing = call({
  method: 'GET',
  path: '/api/admin/processing',
  summary: 'The records of processing (GDPR art. 30), made from the tables and their periods',
  guards: readers,
  reply: dataOf(processing),
});

export const setRetention = call({
  method: 'PUT',
  path: '/api/admin/retention/{name}',
  summary: 'Change how long something is kept, within its limits',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  params: z.object({ name: retained }),
  body: z.strictObject({ days: z.int() }),
  reply: dataOf(rule),
});

/** Texts that people wrote. The id is that of the comment, note, ticket, gift, order line, claim or version of a published text. */
export const REDACTABLE = [
  'ticket_comment',
  'ticket_note',
  'ticket_subject',
  'ticket_rating',
  'gift_message',
  'order_note',
  'claim_note',
  'content_version',
] as const;

export const redactText = call({
  method: 'POST',
  path: '/api/admin/redactions',
  summary: 'Remove a text for good; the audit log keeps who did it and why, never the text',
  guards: ['auth', 'admin', 'role:support'],
  stepUp: 'always',
  body: z.strictObject({ kind: z.enum(REDACTABLE), id, reason: decisionReason }),
});

const affected = z.object({
  user_id: id,
  username: z.string(),
  /** null: the account is erased. */
  email: z.string().nullable(),
  /** Whose codes were revealed, or whose account the member of staff looked at or changed. */
  why: z.enum(['revealed', 'looked_up']),
  times: z.int(),
  first_at: time,
  last_at: time,
});
export type AffectedUser = z.infer<typeof affected>;

export const listAffected = call({
  method: 'POST',
  path: '/api/admin/affected-users',
  summary:
    'Whom an incident concerns, by the reveal log: of a time span, and of a programme, batch or member of staff; audited',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  secret: true,
  body: z
    .strictObject({
      from: day,
      /** The last day, in UTC as the first. */
      to: day,
      programme_id: id.nullable().default(null),
      batch_id: id.nullable().default(null),
      /** Who opened or imported the batches, or looked at the accounts. */
      staff_id: id.nullable().default(null),
      reason: decisionReason,
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: messageKey('affected.order') }),
  reply: z.object({ data: z.array(affected), /** The list is longer than that. */ cut: z.boolean() }),
});
