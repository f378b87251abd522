import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, time } from '../shapes.ts';

const backup = z.object({
  /** As its store names it. */
  name: z.string(),
  started_at: time,
  ended_at: time,
  /** The shop at night or before an upgrade, a command, or pgBackRest. */
  by: z.enum(['night', 'command', 'upgrade', 'pgbackrest']),
  /** A copy of the server's files, a dump, or one of pgBackRest. */
  form: z.enum(['files', 'dump', 'pgbackrest']),
  /** Of the database, and of what is stored for it. */
  bytes: z.int(),
  stored_bytes: z.int(),
  /** When its store last had every part of it; null: not yet, or not any more. */
  found_at: time.nullable(),
  /** Until when it stays at least, unless a newer one of the same day takes its place; null: another tool or nobody removes it. */
  stays_until: time.nullable(),
});
export type Backup = z.infer<typeof backup>;

const backups = z.object({
  /** Who backs the database up. */
  by: z.enum(['shop', 'pgbackrest', 'nobody']),
  /** The folder, the bucket, or the stanza; null: nowhere. */
  place: z.string().nullable(),
  /** How many days, weeks and months back one each stays. */
  keeping: z.object({ days: z.int(), weeks: z.int(), months: z.int() }).nullable(),
  /** What the store has, the newest first. */
  backups: z.array(backup),
  /** Why the last one failed, if one did since the last success. */
  failure: z.object({ ended_at: time, reason: z.string() }).nullable(),
  /** Why old ones could not be removed. */
  removal_error: z.string(),
});
export type Backups = z.infer<typeof backups>;

export const listBackups = call({
  method: 'GET',
  path: '/api/admin/backups',
  summary: 'The backups that the store has, with size, age and how long each stays',
  guards: ['auth', 'admin', 'role:support,approver,auditor'],
  reply: dataOf(backups),
});
