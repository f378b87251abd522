import { z } from 'zod';
import { call } from '../call.ts';
import { cents, dataOf, day, time } from '../shapes.ts';

/** Today, a week and a month. */
export const OVERVIEW_DAYS = ['1', '7', '30'] as const;

/** In the order in which they are best done. */
export const FIRST_STEPS = ['mail', 'branding', 'legal_texts', 'staff', 'programme', 'issuer_key', 'batch'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
type Steps = Record<FirstStep, z.ZodBoolean>;

const count = z.int().min(0);

const sales = z.object({
  orders: count,
  cards: count,
  sales_cents: cents,
  /** Paid back in the period, for cards of whenever. */
  refunded_cents: cents,
  /** Of the cards sold in the period and kept, where their cost is known. */
  margin_cents: z.int(),
  uncosted_cards: count,
});

const topUps = z.object({ top_ups: count, top_up_cents: z.int() });

/** Accounts of the period, and how far they have come by now. */
const people = z.object({
  registered: count,
  confirmed: count,
  activated: count,
  bought: count,
  /** Who bought for the first time in the period, whenever they registered. */
  new_buyers: count,
});

const figures = z.object({
  from: day,
  to: day,
  /** null: not for the duties of who asks; so are the other parts. */
  sales: sales.nullable(),
  top_ups: topUps.nullable(),
  people,
  days: z.array(
    z.object({
      day,
      sales_cents: cents.nullable(),
      orders: count,
      top_up_cents: z.int().nullable(),
      registered: count,
    }),
  ),
});

const overview = figures.extend({
  /** When the figures were last summed; null: no worker has done it yet. */
  as_of: time.nullable(),
  /** As many days right before; null until a worker has summed them. */
  before: figures.nullable(),
  /** What a new shop has done on its way to the first card on sale; null once it was there. */
  first_steps: z.object(Object.fromEntries(FIRST_STEPS.map((step) => [step, z.boolean()])) as Steps).nullable(),
  stock: z.object({ available: count, batches: count, price_cents: cents.nullable() }),
  /** Counted up to a limit. */
  tickets: z.object({ waiting: count, unassigned: count, more: z.boolean() }).nullable(),
  work: z
    .object({
      /** These two are counted up to 10,001, which stands for more. */
      jobs_failed: count,
      jobs_waiting: count,
      loops: count,
      loops_in_trouble: count,
      workers: count,
      /** Nightly checks that stand still, didn't begin, or found something. */
      checks_in_trouble: count,
    })
    .nullable(),
  machine: z
    .object({
      /** Of the file system that holds DATA_DIR, on the machine that answered. */
      disk_free_bytes: z.int(),
      disk_total_bytes: z.int(),
      database_bytes: z.int(),
      /** When the shop's last backup ended, or the operator's touched DATA_DIR/last-backup; null: unknown. */
      backup_at: time.nullable(),
    })
    .nullable(),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = call({
  method: 'GET',
  path: '/api/admin/overview',
  summary:
    'How the shop does today, in 7 or in 30 days, and did as many days before: figures by day in UTC, and what needs attention',
  guards: ['auth', 'admin'],
  query: z.object({ days: z.enum(OVERVIEW_DAYS).optional() }),
  reply: dataOf(overview),
});

const waiting = z.object({
  alerts: count,
  claims: count,
  payments: count,
  unclaimed: count,
  /** null: not for the duties of who asks. */
  tickets: count.nullable(),
  tier_requests: count.nullable(),
});
export type Waiting = z.infer<typeof waiting>;

export const countWaiting = call({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: 'How much waits for a person in each part of the back office, counted up to 100',
  guards: ['auth', 'admin'],
  reply: dataOf(waiting),
});
