import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, dataOf, day, funds, id, idParams, links, pageOf, pageQuery, queryInt, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

const programme = z.object({
  id,
  name: z.string(),
  color_from: z.string(),
  color_to: z.string(),
  motif: z.string(),
  /** The slug of its brand. */
  brand: z.string(),
  redemption_text: z.string(),
  terms_url: z.string(),
  funds: funds.nullable(),
  /** How tills scan its codes. */
  barcode: z.enum(['none', 'code128', 'qr']),
});

/** `waiting` for the issuer to answer, `open` with a person; `refunded` by the issuer's word, `goodwill` by the shop's. */
export const CLAIM_STATES = ['waiting', 'open', 'refunded', 'goodwill', 'refused', 'dropped'] as const;
export const CLAIM_REASONS = ['not_active', 'spent', 'wrong_code', 'other'] as const;
export const cardStatus = z.enum(['active', 'unknown', 'inactive', 'redeemed']);

/** From the first reveal, for the hours that the programme promised at the sale. */
export const guarantee = z.object({
  state: z.enum(['upcoming', 'running', 'expired']),
  hours: z.int(),
  starts_at: time.nullable(),
  ends_at: time.nullable(),
  /** Since when it stands still, because the issuer can't be asked; null while it runs. */
  stopped_at: time.nullable(),
});

/** What the issuer last said about a card. */
export const issuerAnswer = z.object({
  /** Whether the shop can ask the issuer of this programme. */
  can_ask: z.boolean(),
  status: cardStatus.nullable(),
  /** What is left on it, in its own currency, where the issuer says so. */
  balance_cents: cents.nullable(),
  asked_at: time.nullable(),
  /** When the issuer last gave no answer, if that was after the last answer. */
  failed_at: time.nullable(),
});

export const cardClaim = z.object({
  id,
  number: z.int(),
  state: z.enum(CLAIM_STATES),
  reason: z.enum(CLAIM_REASONS),
  made_at: time,
  decided_at: time.nullable(),
  refund_cents: cents,
  /** The ticket in which a person looks into it. */
  ticket_id: id.nullable(),
});

export const orderCard = z.object({
  id,
  programme,
  level: z.string(),
  country: z.string(),
  currency: z.string(),
  face_cents: cents,
  price_cents: cents,
  expires_on: day.nullable(),
  state: z.enum(['delivered', 'revealed', 'returned', 'refunded']),
  /** When its buyer agreed to be shown the code; null: not yet. */
  consent_at: time.nullable(),
  revealed_at: time.nullable(),
  returned_at: time.nullable(),
  /** Until when an unrevealed card can be returned; null if it can't be. */
  returnable_until: time.nullable(),
  /** What returning it pays back: its price, less what support already refunded of it by hand. */
  return_cents: cents,
  /** A new account's larger order can be revealed from this time on; null when it can be now. */
  revealable_at: time.nullable(),
  /** null once the card was given back or refunded. */
  guarantee: guarantee.nullable(),
  issuer: issuerAnswer,
  claim: cardClaim.nullable(),
});
export type OrderCard = z.infer<typeof orderCard>;

export const order = z.object({
  id,
  number: z.int(),
  status: z.enum(['paid', 'part_refunded', 'refunded']),
  total_cents: cents,
  created_at: time,
  cards: z.array(orderCard),
});

export type Order = z.infer<typeof order>;

export const orderSummary = order.omit({ cards: true }).extend({ card_count: z.int() });

export const placeOrder = call({
  method: 'POST',
  path: '/api/invoices',
  summary:
    'Check out the cart, or the cards named: all or nothing; above 25 dollars in a day only from a trusted device',
  guards: ['auth', 'active'],
  idempotent: true,
  deduplicate: ({ ids }) => ids !== undefined,
  body: z
    .strictObject({
      ids: z.array(id).min(1, messageKey('invalid.one_card')).max(100, messageKey('invalid.hundred_cards')).optional(),
      expected_total_cents: cents.optional().meta({
        description:
          'The total that the buyer saw: always send it. If it has changed, the order is refused with the new one. ' +
          'Without it, an order is refused if a price changed after the card was put into the cart, or within the last hour.',
      }),
    })
    .default({}),
  reply: dataOf(order),
  status: 201,
});

export const listOrders = call({
  method: 'GET',
  path: '/api/invoices',
  summary: 'Your orders, newest first',
  guards: ['auth', 'active'],
  query: z.object(pageQuery),
  reply: pageOf(orderSummary),
});

export const getOrder = call({
  method: 'GET',
  path: '/api/invoices/{id}',
  summary: 'One order with its cards',
  guards: ['auth', 'active'],
  params: idParams,
  reply: dataOf(order),
});

export const getOrderReceipt = call({
  method: 'GET',
  path: '/api/invoices/{id}/receipt',
  summary: 'An order as a document, with the shop as seller and when each code was delivered; never a code',
  guards: ['auth', 'active'],
  params: idParams,
  reply: dataOf(
    order.omit({ cards: true }).extend({
      refunded_cents: cents,
      shop: z.object({ name: z.string(), url: z.string() }),
      buyer: z.object({ username: z.string(), name: z.string(), email: z.string() }),
      cards: z.array(
        orderCard.pick({ id: true, currency: true, face_cents: true, price_cents: true, state: true }).extend({
          name: z.string(),
          issuer_name: z.string(),
          voucher_kind: z.enum(['single_purpose', 'multi_purpose']),
          delivered_at: time.nullable(),
          consent_at: time.nullable(),
          consent_version: z.int().nullable(),
          returned_at: time.nullable(),
        }),
      ),
    }),
  ),
});

const cardParams = z.object({ id, card_id: id });

/** Given once, it ends the right to return the card. */
export const consent = z.strictObject({
  consent: z.literal(true, {
    error: messageKey('order.consent'),
  }),
});
/** How the code is drawn for a till. */
const drawn = { barcode: orderCard.shape.programme.shape.barcode };
export const secret = z.object({ code: z.string().nullable(), pin: z.string().nullable(), url: z.string().nullable() });

export const revealCard = call({
  method: 'POST',
  path: '/api/invoices/{id}/cards/{card_id}/reveal',
  summary: 'The secret of a card, with the consent of its buyer; audited',
  guards: ['auth', 'active'],
  inVault: true,
  stepUp: 'new_device',
  secret: true,
  perMinute: 30,
  params: cardParams,
  body: consent,
  reply: dataOf(secret.extend(drawn)),
});

export const revealOrder = call({
  method: 'POST',
  path: '/api/invoices/{id}/reveal',
  summary: 'The secrets of all cards of an order that were not returned, with one consent for all; audited for each',
  guards: ['auth', 'active'],
  inVault: true,
  stepUp: 'new_device',
  secret: true,
  perMinute: 6,
  params: idParams,
  body: consent,
  reply: z.object({
    data: z.array(secret.extend({ card_id: id, ...drawn })),
    /** Cards that can't be opened right now. */
    sealed: z.array(id),
  }),
});

export const returnCard = call({
  method: 'POST',
  path: '/api/invoices/{id}/cards/{card_id}/return',
  summary: 'Give back an unrevealed card for its price within 14 days, less what support already refunded of it',
  guards: ['auth', 'active'],
  idempotent: true,
  deduplicate: () => true,
  params: cardParams,
  reply: z.object({
    data: order,
    /** What it means that the refund brings the balance over the tier's limit; null where it doesn't. */
    over_limit: z.string().nullable(),
  }),
});

/** Whose duties open the orders of all buyers. */
const office = { method: 'GET', guards: ['auth', 'admin', 'role:support,approver,auditor,payouts'] } as const;

const placedOrder = orderSummary.extend({
  buyer: z.object({ id, username: z.string() }),
  refunded_cents: cents,
});
export type PlacedOrder = z.infer<typeof placedOrder>;

export const listPlacedOrders = call({
  ...office,
  path: '/api/admin/orders',
  summary:
    'The orders of all buyers, newest first, by buyer, number, state and days (UTC); or the first order of each; whom it shows is audited',
  changesState: true,
  query: z.object({
    /** The buyer's name or id. */
    who: onSurface(
      'identifier',
      z
        .string()
        .trim()
        .max(100)
        .regex(/^[^\p{Cc}]*$/u),
    ).optional(),
    number: queryInt(1, 999_999_999_999).optional(),
    state: orderSummary.shape.status.optional(),
    from: day.optional(),
    /** The last day that counts. */
    to: day.optional(),
    first: z.literal('1').optional(),
    per_page: queryInt(1, 100).optional(),
    cursor: onSurface('unstored', z.string().max(1024)).optional(),
  }),
  reply: z.object({ data: z.array(placedOrder), meta: z.object({ per_page: z.int() }), links }),
});

const inspectedLine = orderCard
  .pick({ currency: true, face_cents: true, price_cents: true, state: true, revealed_at: true, returned_at: true })
  .extend({
    id,
    batch_id: id,
    programme: z.object({ id, name: z.string() }),
    consent_at: time.nullable(),
    guarantee_ends_at: time.nullable(),
    claim: cardClaim.pick({ id: true, number: true, state: true }).nullable(),
    /** Its buyer wrote a note on it. */
    noted: z.boolean(),
    /** `held`: its mail waits until its buyer's account is enabled again. */
    gift: z.object({ id, has_message: z.boolean(), held: z.boolean() }).nullable(),
  });
export type InspectedLine = z.infer<typeof inspectedLine>;

const movement = z.object({
  /** The transfer's id. */
  id: z.int(),
  at: time,
  kind: z.string(),
  debit_kind: z.string(),
  credit_kind: z.string(),
  amount_cents: cents,
});

/** What of an order's history the audit log keeps, as its entries are called, with `_` for their point. */
export const ORDER_EVENTS = [
  'order_placed',
  'card_revealed',
  'card_reveal_failed',
  'gift_made',
  'gift_opened',
  'gift_withdrawn',
  'order_card_returned',
  'claim_made',
  'claim_refunded',
  'claim_refused',
  'ticket_opened',
] as const;

const orderEvent = z.object({
  /** The audit entry's id. */
  id: z.int(),
  at: time,
  event: z.enum(ORDER_EVENTS),
  /** Null: the shop or an issuer did it by itself, or a guest; for the opening of a gift, anybody but the buyer. */
  who: z.object({ id, username: z.string() }).nullable(),
  /** The programme of the card that it is about. */
  programme: z.string().nullable(),
  claim: z.object({ id, number: z.int() }).nullable(),
  /** Null for who may not read tickets, too. */
  ticket: z.object({ id, number: z.int() }).nullable(),
});
export type OrderEvent = z.infer<typeof orderEvent>;

export const inspectOrder = call({
  ...office,
  path: '/api/admin/orders/{id}',
  summary:
    'One order with its cards, its history, claims and transfers, those of sellers for who reads the books; never a code; the look is audited',
  changesState: true,
  params: idParams,
  reply: dataOf(
    placedOrder.extend({ lines: z.array(inspectedLine), movements: z.array(movement), events: z.array(orderEvent) }),
  ),
});
