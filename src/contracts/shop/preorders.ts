import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import {
  cents,
  currency,
  dataOf,
  day,
  decisionReason,
  faceCents,
  id,
  idParams,
  pageOf,
  pageQuery,
  positiveCents,
  time,
  withPeople,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const MAX_OPEN_PREORDERS = 10;

const programme = z.object({
  id,
  name: z.string(),
  currency: z.string(),
  color_from: z.string(),
  color_to: z.string(),
  motif: z.string(),
});

/** What a buyer wants: a programme by its id or prefix, a face value and a number of cards. */
const wish = {
  programme_id: id.optional(),
  prefix: onSurface('shaped', z.string().regex(/^\d{1,10}$/, messageKey('preorder.no_programme'))).optional(),
  face_cents: faceCents,
  quantity: z.int().min(1, messageKey('preorder.quantity')).max(100, messageKey('preorder.quantity')),
};

export const preorderQuote = z.object({
  programme,
  face_cents: cents,
  quantity: z.int(),
  /** What a card costs today, or cost last. */
  unit_price_cents: cents,
  highest_price_cents: cents,
  fee_cents: cents,
  /** What is reserved: the highest price of every card, and the fee. */
  total_cents: cents,
  balance_cents: cents,
  /** Who waits for the same cards, and for how many. */
  preorders_before: z.int(),
  cards_before: z.int(),
  /** What can be bought right away instead. */
  on_sale: z.object({ cards: z.int(), from_cents: cents }).nullable(),
  /** A suspended programme freezes its pre-orders. */
  frozen: z.boolean(),
});
export type PreorderQuote = z.infer<typeof preorderQuote>;

export const quotePreorder = call({
  method: 'POST',
  path: '/api/preorders/quote',
  summary: 'What a pre-order would cost and reserve, who waits already, and what is on sale now; changes nothing',
  guards: ['auth', 'active'],
  body: z.strictObject({ ...wish, highest_price_cents: positiveCents.optional() }),
  reply: dataOf(preorderQuote),
});

export const preorder = z.object({
  id,
  programme,
  face_cents: cents,
  quantity: z.int(),
  filled: z.int(),
  highest_price_cents: cents,
  notify_only: z.boolean(),
  state: z.enum(['open', 'part_filled', 'filled', 'cancelled', 'expired']),
  /** Its programme is suspended: nothing is bought until it is back on sale. */
  frozen: z.boolean(),
  reserved_cents: cents,
  spent_cents: cents,
  /** The last day (UTC) on which it is filled. */
  expires_on: day,
  created_at: time,
  ended_at: time.nullable(),
  end_reason: z.enum(['buyer', 'staff', 'retired', 'erased']).nullable(),
  /** Why its cards went to others the last time. */
  skip_reason: z.enum(['blocked', 'account', 'country', 'day_limit', 'order_limit', 'own_stock']).nullable(),
  /** A skipped pre-order moves to the end of the queue then. */
  keeps_place_until: time.nullable(),
  /** Cards wanted by those who came before; null once it has ended. */
  cards_before: z.int().nullable(),
  orders: z.array(z.object({ id, number: z.int(), cards: z.int(), total_cents: cents })),
});
export type Preorder = z.infer<typeof preorder>;

export const placePreorder = call({
  method: 'POST',
  path: '/api/preorders',
  summary: `Reserve money for cards that aren't on sale yet, or ask to be told; at most ${MAX_OPEN_PREORDERS} open at once`,
  guards: ['auth', 'active'],
  idempotent: true,
  deduplicate: () => true,
  body: z.strictObject({
    ...wish,
    /** For each card: a dearer one isn't bought. */
    highest_price_cents: positiveCents,
    expires_on: day,
    /** Reserves and buys nothing; the buyer is told when such a card goes on sale. */
    notify_only: z.boolean().default(false),
  }),
  reply: dataOf(preorder),
  status: 201,
});

export const listPreorders = call({
  method: 'GET',
  path: '/api/preorders',
  summary: 'Your pre-orders: open ones first, then newest first',
  guards: ['auth', 'active'],
  query: z.object(pageQuery),
  reply: pageOf(preorder),
});

/** What can be pre-ordered: programmes with their face values, also while suspended. */
export const preorderOptions = call({
  method: 'GET',
  path: '/api/search/preorders',
  summary: 'What can be pre-ordered',
  guards: ['auth', 'active'],
  reply: dataOf(
    z.array(
      z.object({
        id,
        name: z.string(),
        currency: z.string(),
        prefix: z.string().nullable(),
        face_values_cents: z.array(cents),
        face_range: z.object({ min_cents: cents, max_cents: cents }).nullable(),
      }),
    ),
  ),
});

export const cancelPreorder = call({
  method: 'DELETE',
  path: '/api/preorders/{id}',
  summary: 'Cancel the rest of a pre-order; its money is free at once',
  guards: ['auth', 'active'],
  params: idParams,
  reply: dataOf(preorder),
});

export const listDemand = call({
  method: 'GET',
  path: '/api/admin/preorders',
  summary: 'What buyers wait for, by programme and face value: most reserved money first',
  guards: ['auth', 'admin', 'role:importer,approver,support,auditor'],
  query: z.object(pageQuery),
  reply: pageOf(
    z.object({
      programme: z.object({ id, name: z.string(), currency: z.string() }),
      face_cents: cents,
      preorders: z.int(),
      cards: z.int(),
      reserved_cents: cents,
      /** What most and fewest would pay for a card. */
      highest_cents: cents,
      lowest_cents: cents,
      notify_only: z.int(),
      oldest_at: time,
    }),
  ),
});

export const listWaiting = call({
  method: 'GET',
  path: '/api/admin/preorders/{id}',
  summary: 'Who waits for cards of a programme, in the order of the queue; whom it shows is audited',
  guards: withPeople,
  changesState: true,
  params: idParams,
  query: z.object(pageQuery),
  reply: pageOf(
    preorder.omit({ orders: true, cards_before: true }).extend({ user: z.object({ id, username: z.string() }) }),
  ).extend({ programme: z.object({ id, name: z.string(), currency }) }),
});

export const cancelForBuyer = call({
  method: 'POST',
  path: '/api/admin/preorders/{id}/cancel',
  summary: 'Cancel a buyer’s pre-order and tell them; their money is free at once',
  guards: ['auth', 'admin', 'role:support'],
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(z.object({ id, freed_cents: cents })),
});
