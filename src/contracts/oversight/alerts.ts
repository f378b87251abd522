import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, id, idParams, time } from '../shapes.ts';

export const alert = z.object({
  id,
  kind: z.string(),
  /** A critical one was told to the approvers by mail too. */
  severity: z.enum(['critical', 'warning', 'info']),
  subject: z.string(),
  sentence: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The users it concerns; nobody for duties that don't work with people. */
  people: z.array(z.object({ id, username: z.string() })),
  /** Path of the page it concerns besides users, such as a payment's; null if there is none. */
  link: z.string().nullable(),
  /** Path of what to do about its kind. */
  runbook: z.string(),
  times: z.int(),
  raised_at: time,
  last_raised_at: time,
  resolved_at: time.nullable(),
  /** null while it is open, and if it was resolved automatically. */
  resolved_by: z.string().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** Where docs/runbook.md is served, and a kind's part of it. */
export const RUNBOOK_PATH = '/api/runbook';
export const runbookPath = (kind: string): string => `${RUNBOOK_PATH}#${kind}`;

export const listAlerts = call({
  method: 'GET',
  path: '/api/admin/alerts',
  summary: 'What a person must look at: open ones first, and of these the critical ones',
  guards: ['auth', 'admin', 'role:support,approver,importer,payouts,auditor'],
  query: z.object({ open: z.literal('1').optional() }),
  reply: dataOf(z.array(alert)),
});

export const resolveAlert = call({
  method: 'POST',
  path: '/api/admin/alerts/{id}/resolve',
  summary: 'Close an alert',
  guards: ['auth', 'admin', 'role:support'],
  params: idParams,
});
