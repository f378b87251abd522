import { z } from 'zod';
import { call } from '../call.ts';
import {
  cents,
  dataOf,
  day,
  id,
  idParams,
  links,
  pageOf,
  pageQuery,
  queryInt,
  searchText,
  time,
  withOwnStock,
  withStock,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { batch, batchState } from './batches.ts';

export const CARD_STATES = [
  'quarantined',
  'unconfirmed',
  'available',
  'paused',
  'sold',
  'expired',
  'withdrawn',
  'void',
] as const;
export const cardState = z.enum(CARD_STATES);

/** Who has to act next: the importer up to the proposal, the approver from there on. */
export const WAITS_FOR = ['import', 'proposal', 'approval', 'quarantine', 'confirmation', 'resumption'] as const;

const money = {
  /** Unsold cards that may still be sold: their prices, and what they cost; null where that isn't known. */
  stock_price_cents: cents,
  stock_cost_cents: cents.nullable(),
  /** Sold cards that weren't returned. */
  sold_price_cents: cents,
  sold_cost_cents: cents.nullable(),
};

const counts = z.object({
  total: z.int(),
  ...(Object.fromEntries(CARD_STATES.map((state) => [state, z.int()])) as Record<
    (typeof CARD_STATES)[number],
    z.ZodInt
  >),
});

export const listedBatch = batch
  .pick({ id: true, state: true, name: true, programme: true, seller: true, supplier: true, invoice_reference: true })
  .extend({
    ...batch.pick({ invoice_date: true, discount_bp: true, created_at: true }).shape,
    /** null while nobody has to act. */
    waits_for: z.enum(WAITS_FOR).nullable(),
    counts,
    ...money,
    /** Cards sold within 90 days and not returned, and how many of them their buyers claimed. */
    sold_90d: z.int(),
    claims_90d: z.int(),
  });
export type ListedBatch = z.infer<typeof listedBatch>;

/** What selects batches: the list, the figures and the file take the same. */
export const batchFilter = {
  programme_id: id.optional(),
  state: batchState.optional(),
  supplier: searchText.optional(),
  seller_id: id.optional(),
  /** The days on which a batch may have been opened, in UTC. */
  from: day.optional(),
  to: day.optional(),
};
export type BatchFilter = z.infer<z.ZodObject<typeof batchFilter>>;

export const batchSorts = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'available',
  '-available',
  'sold',
  '-sold',
  'stock_price_cents',
  '-stock_price_cents',
] as const;

/** Sellers who sign in see their own batches. */

export const listBatches = call({
  method: 'GET',
  path: '/api/resellers',
  summary: 'Batches with their stock, newest first unless sorted',
  guards: withOwnStock,
  query: z.object({ ...batchFilter, sort: z.enum(batchSorts).optional(), ...pageQuery }),
  reply: pageOf(listedBatch),
});

const option = z.object({ value: z.string(), label: z.string(), count: z.int() });

export const batchOptions = call({
  method: 'GET',
  path: '/api/search/resellers',
  summary: 'The filters of the batches, with the number of batches for each',
  guards: withOwnStock,
  reply: dataOf(
    z.object({
      programmes: z.array(option),
      states: z.array(option),
      suppliers: z.array(option),
      sellers: z.array(option),
      /** For whom a batch can be opened. */
      open_sellers: z.array(option.omit({ count: true })),
      /** For which a batch can be opened. */
      active_programmes: z.array(option.omit({ count: true })),
    }),
  ),
});

export const getBatch = call({
  method: 'GET',
  path: '/api/resellers/{id}',
  summary: 'A batch with its provenance, its cards by state and its figures',
  guards: withOwnStock,
  params: idParams,
  reply: dataOf(
    batch.extend({
      counts,
      ...money,
      /** Reported as impossible to redeem, sold ones too. */
      unusable: z.int(),
      /** Percent of the face value in hundredths, or dollars for each card; both null where nobody said. */
      cost_bp: z.int().nullable(),
      card_cost_cents: cents.nullable(),
      /** Whether unsold cards are repriced every night. */
      follows_rate: z.boolean(),
      /** The supplier's right to sell these cards; null for a batch of an earlier release. */
      authorisation: z.object({ reference: z.string(), from: day, until: day.nullable() }).nullable(),
    }),
  ),
});

export const listBatchCards = call({
  method: 'GET',
  path: '/api/resellers/{id}/cards',
  summary: 'The cards of a batch without their secrets, in the order of the import',
  guards: withOwnStock,
  params: idParams,
  query: z.object({
    state: cardState.optional(),
    per_page: queryInt(1, 100).optional(),
    cursor: onSurface('unstored', z.string().max(300)).optional(),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        id,
        state: cardState,
        face_cents: cents,
        price_cents: cents,
        discount_bp: z.int(),
        expires_on: day.nullable(),
        issuer_confirmed: z.boolean(),
        unusable_at: time.nullable(),
        price_changed_at: time.nullable(),
      }),
    ),
    meta: z.object({ per_page: z.int() }),
    links,
  }),
});

export const listBatchHistory = call({
  method: 'GET',
  path: '/api/resellers/{id}/history',
  summary: 'The audit trail of a batch, newest first',
  guards: withStock,
  params: idParams,
  query: z.object(pageQuery),
  reply: pageOf(
    z.object({
      id: z.int(),
      at: time,
      action: z.string(),
      /** null for what the shop did itself. */
      by: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
});

const dayOf = z.object({ day, cards: z.int(), price_cents: cents, margin_cents: z.int() });

export const stockReport = call({
  method: 'GET',
  path: '/api/reports/stock',
  summary: 'What the stock of the batches is worth, how it sells, and what waits for whom',
  guards: withOwnStock,
  query: z.object(batchFilter),
  reply: dataOf(
    z.object({
      batches: z.int(),
      counts,
      ...money,
      /** Unsold cards whose cost nobody recorded: `stock_cost_cents` leaves them out. */
      uncosted: z.int(),
      /** Of the cards that were ever on sale, how many are sold, in hundredths of a per cent; null before the first. */
      sell_through_bp: z.int().nullable(),
      /** Of the lines of the last 90 days, how many were returned, likewise. */
      returned_bp: z.int().nullable(),
      /** Of the cards sold within 90 days and not returned, those whose buyers claimed them. */
      claimed_bp: z.int().nullable(),
      /** Earned on the sold cards whose cost is known. */
      margin_cents: z.int(),
      /** Unsold cards by the days since their batch was opened. */
      ages: z.array(z.object({ from_days: z.int(), cards: z.int() })),
      waiting: z.array(z.object({ waits_for: z.enum(WAITS_FOR), batches: z.int() })),
      /** What the sellers of these batches are owed and were paid, by name; signed, as a return may take it below zero. */
      sellers: z.array(z.object({ id, legal_name: z.string(), owed_cents: z.int(), paid_cents: z.int() })),
      /** The last 90 days, oldest first. */
      days: z.array(dayOf),
    }),
  ),
});
export type StockReport = z.infer<typeof stockReport.reply>['data'];
