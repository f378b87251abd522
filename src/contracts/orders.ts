import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from './call.ts';
import { cents, dataOf, day, funds, id, idParams, pageOf, pageQuery, time } from './shapes.ts';

const programme = z.object({
  id,
  name: z.string(),
  color_from: z.string(),
  color_to: z.string(),
  motif: z.string(),
  redemption_text: z.string(),
  terms_url: z.string(),
  funds: funds.nullable(),
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
  revealed_at: time.nullable(),
  /** Until when an unrevealed card can be returned; null if it can't be. */
  returnable_until: time.nullable(),
  /** A new account's larger order can be revealed from this time on; null when it can be now. */
  revealable_at: time.nullable(),
});

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

const cardParams = z.object({ id, card_id: id });

export const revealCard = call({
  method: 'POST',
  path: '/api/invoices/{id}/cards/{card_id}/reveal',
  summary: 'The secret of a card, with the consent of its buyer; audited',
  guards: ['auth', 'active'],
  stepUp: 'new_device',
  secret: true,
  perMinute: 30,
  params: cardParams,
  body: z.strictObject({
    consent: z.literal(true, {
      error: messageKey('order.consent'),
    }),
  }),
  reply: dataOf(z.object({ code: z.string().nullable(), pin: z.string().nullable(), url: z.string().nullable() })),
});

export const returnCard = call({
  method: 'POST',
  path: '/api/invoices/{id}/cards/{card_id}/return',
  summary: 'Give back an unrevealed card for its price within 14 days',
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
