import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line } from '../content/editor-calls.ts';
import { cents, coin, dataOf, id, queryInt, time } from '../shapes.ts';

const maintenanceState = z.object({
  /** MAINTENANCE in the environment keeps the shop closed, whatever is switched here. */
  forced: z.boolean(),
  /** Switched on, and not over yet. */
  closed: z.boolean(),
  /** The last switching. */
  last: z
    .object({
      messages: z.record(z.string(), z.string()),
      started_at: time,
      /** null: from the command line. */
      started_by: z.object({ id, username: z.string() }).nullable(),
      ends_at: time.nullable(),
      ended_at: time.nullable(),
    })
    .nullable(),
});
export type MaintenanceState = z.infer<typeof maintenanceState>;

const readers = ['auth', 'admin', 'role:support,approver,auditor'] as const;

/** A week. */
export const LONGEST_MAINTENANCE_MINUTES = 10_080;

export const getMaintenance = call({
  method: 'GET',
  path: '/api/admin/maintenance',
  summary: 'Whether the shop is closed for maintenance, since when and until when',
  guards: readers,
  reply: dataOf(maintenanceState),
});

export const startMaintenance = call({
  method: 'POST',
  path: '/api/admin/maintenance',
  summary: 'Close the shop to all but admins, or change what visitors read and when it opens again',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  body: z.strictObject({
    /** What visitors read, by language; the shop has words of its own where there are none. */
    messages: z
      .record(z.string().regex(/^[a-z]{2}$/), line(300, messageKey('invalid.missing')))
      .refine((messages) => Object.keys(messages).length === 0 || 'en' in messages, messageKey('maintenance.english')),
    /** After so many minutes the shop opens by itself; null: when somebody opens it. */
    minutes: z.int().min(1).max(LONGEST_MAINTENANCE_MINUTES).nullable(),
  }),
  reply: dataOf(maintenanceState),
});

export const endMaintenance = call({
  method: 'POST',
  path: '/api/admin/maintenance/end',
  summary: 'Open the shop again',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  reply: dataOf(maintenanceState),
});

const setting = z.object({
  name: z.string(),
  /** As it counts; null where there is none, or where it is secret. */
  value: z.string().nullable(),
  /** Something is set that this doesn't show, or of which it shows the host alone. */
  hidden: z.boolean(),
  source: z.enum(['default', 'environment', 'file', 'database']),
});
export type Setting = z.infer<typeof setting>;

const settings = z.object({
  settings: z.array(setting),
  tiers: z.array(
    z.object({
      tier: z.int(),
      stored_balance_cents: cents,
      one_order_cents: cents,
      spend_24h_cents: cents,
      top_up_30d_cents: cents,
      delayed_reveal_above_cents: cents.nullable(),
    }),
  ),
  /** What no tier and no setting can exceed. */
  ceiling_cents: cents,
  coins: z.array(z.object({ coin, offered: z.boolean() })),
  versions: z.object({
    facevalue: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** The last migration. */
    schema: z.string(),
    import_guard: z.int(),
  }),
});
export type Settings = z.infer<typeof settings>;

export const getSettings = call({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'The settings in force and where each comes from, without secrets; limits and versions',
  guards: readers,
  reply: dataOf(settings),
});

const job = z.object({
  id: z.int(),
  task: z.string(),
  /** `retrying`: failed before and will run again; `failed`: given up after its last attempt. */
  state: z.enum(['running', 'waiting', 'retrying', 'failed']),
  attempts: z.int(),
  max_attempts: z.int(),
  run_at: time,
  created_at: time,
  /** Without addresses, links and long numbers. */
  last_error: z.string(),
});
export type Job = z.infer<typeof job>;

const loop = z.object({
  worker: z.string(),
  name: z.string(),
  /** `late`: due for long; `gone`: its worker no longer runs. */
  state: z.enum(['well', 'failing', 'late', 'gone']),
  every_ms: z.int(),
  /** Of the run that goes on, or of the last one; null: it runs until it is stopped. */
  started_at: time.nullable(),
  succeeded_at: time.nullable(),
  failed_at: time.nullable(),
  failures: z.int(),
  last_error: z.string(),
  reported_at: time,
});
export type Loop = z.infer<typeof loop>;

const jobs = z.object({
  queues: z.array(
    z.object({
      task: z.string(),
      running: z.int(),
      waiting: z.int(),
      retrying: z.int(),
      failed: z.int(),
      /** Since when the oldest one that nobody has taken is due. */
      oldest_due_at: time.nullable(),
    }),
  ),
  /** More than 10,000 jobs wait: the queues count those that are due first. */
  more: z.boolean(),
  /** Those that failed or never came to an end, given up first. */
  troubled: z.array(job),
  loops: z.array(loop),
});
export type Jobs = z.infer<typeof jobs>;

export const getJobs = call({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Queued jobs by task, those that failed, and how the loops of the workers do',
  guards: readers,
  reply: dataOf(jobs),
});

const oneJob = {
  method: 'POST',
  guards: ['auth', 'admin', 'role:support'],
  stepUp: 'always',
  params: z.object({ id: queryInt(1, 99_999_999_999) }),
} as const;

export const retryJob = call({
  ...oneJob,
  path: '/api/admin/jobs/{id}/retry',
  summary: 'Run a job that failed again at once, with all its attempts',
});

export const giveUpJob = call({
  ...oneJob,
  path: '/api/admin/jobs/{id}/give-up',
  summary: 'Remove a job that failed; it never runs again',
});
