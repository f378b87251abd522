import { z } from 'zod';
import { call } from '../call.ts';
import { cents, coin, dataOf, units } from '../shapes.ts';
import { onSurface } from '../surface.ts';

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
const year = onSurface('shaped', z.string().regex(/^20\d{2}$/));
/** Base units that may be below zero: where more left than was credited until then. */
const signedUnits = z.string();
const signed = z.int();

const coinYear = z.object({
  coin,
  /** Credited before the year, less what left before it, and what was credited for that. */
  opening_units: signedUnits,
  opening_cents: signed,
  acquired_units: units,
  acquired_cents: cents,
  disposed_units: units,
  /** What was credited for the units that left, oldest first. */
  cost_cents: cents,
  /** What they were worth on the day. */
  proceeds_cents: cents,
  /** Only of units whose lot and rate are both known. */
  gain_cents: signed,
  /** Of what left, those without a known lot or rate: no part of the gain. */
  unvalued_units: units,
  /** Went to the operator's own wallets, by the label of the outflow: no disposal, and part of what is there at the end. */
  moved_units: units,
  closing_units: signedUnits,
  closing_cents: signed,
  /** Left at a time that nobody recorded: taken from the oldest lots, and in no year. */
  undated_units: units,
});
export type CoinYear = z.infer<typeof coinYear>;

export const getCostBasis = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/cost-basis',
  summary: 'Coins of a year (UTC) by lots, oldest first: what was acquired, what left, and the gain of that',
  query: z.object({ year }),
  reply: dataOf(z.array(coinYear)),
});

const file = {
  ...reader,
  method: 'GET',
  secret: true,
  changesState: true,
  stepUp: 'always',
  query: z.object({ year }),
  reply: z.string(),
} as const;

export const exportDisposals = call({
  ...file,
  path: '/api/admin/cost-basis/csv',
  summary: 'What left in a year, each with the lots that it came from, as a CSV file; audited',
  download: 'facevalue-disposals.csv',
});

export const exportCredits = call({
  ...file,
  path: '/api/admin/credits/csv',
  summary: 'Every credited payment of a year with units, transaction, block and rate, as a CSV file; audited',
  download: 'facevalue-credits.csv',
});
