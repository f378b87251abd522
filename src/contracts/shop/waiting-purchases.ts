import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, coin, dataOf, id, idParams, pageOf, pageQuery, time, withPeople } from '../shapes.ts';
import { cartItem } from './cart.ts';
import { consent } from './orders.ts';

export const PURCHASE_STATES = ['waiting', 'bought', 'called_off', 'failed'] as const;

const waitingPurchase = z.object({
  /** That of the payment whose credit it waits for. */
  id,
  payment: z.object({ number: z.int(), coin, amount_cents: cents, expires_at: time }),
  state: z.enum(PURCHASE_STATES),
  /** Each with the most that it may cost. */
  cards: z.array(
    cartItem.pick({ id: true, programme: true, currency: true, face_cents: true, price_cents: true }).extend({
      /** Chosen by its value: an equal one may take its place. */
      by_value: z.boolean(),
    }),
  ),
  total_cents: cents,
  asked_at: time,
  /** When the buyer agreed to be shown the codes; null if they didn't. */
  consent_at: time.nullable(),
  /** Until then the sum has to be whole; nothing is bought later. */
  expires_at: time,
  ended_at: time.nullable(),
  /** Why nothing was bought, as a sentence; null while it waits, if it was bought, and if its buyer called it off. */
  ended_why: z.string().nullable(),
  order: z.object({ id, number: z.int() }).nullable(),
});
export type WaitingPurchase = z.infer<typeof waitingPurchase>;

export const buyWhenCredited = call({
  method: 'POST',
  path: '/api/purchases',
  summary:
    'A new payment of what the balance lacks, and the cards named bought by themselves once it is credited: all or nothing, ' +
    'at no more than the total that the buyer saw; takes the place of a purchase that waits already',
  guards: ['auth', 'catalogue'],
  inVault: true,
  idempotent: true,
  perMinute: 20,
  body: z.strictObject({
    coin,
    ids: z.array(id).min(1, messageKey('invalid.one_card')).max(100, messageKey('invalid.hundred_cards')),
    /** The cards were chosen by their value, as those in the cart may be without it: an equal one may take the place of each. */
    by_value: z.boolean().default(false),
    /** The total that the buyer saw. */
    expected_total_cents: cents,
    /** To be shown the codes at once; without it the order waits, and its cards can be returned. */
    consent: consent.shape.consent.optional(),
  }),
  reply: dataOf(waitingPurchase),
  status: 201,
});

export const listWaitingPurchases = call({
  method: 'GET',
  path: '/api/purchases',
  summary: 'What you asked to have bought once a payment is credited, newest first',
  guards: ['auth'],
  query: z.object({
    /** Only what still waits. */
    open: z.literal('1').optional(),
    ...pageQuery,
  }),
  reply: pageOf(waitingPurchase),
});

export const getWaitingPurchase = call({
  method: 'GET',
  path: '/api/purchases/{id}',
  summary: 'What is to be bought once a payment is credited, and what became of it',
  guards: ['auth'],
  params: idParams,
  reply: dataOf(waitingPurchase),
});

export const callOffPurchase = call({
  method: 'POST',
  path: '/api/purchases/{id}/call-off',
  summary: 'Buy nothing when the payment is credited: its money stays on the balance',
  guards: ['auth'],
  params: idParams,
  reply: dataOf(waitingPurchase),
});

export const resumePurchase = call({
  method: 'POST',
  path: '/api/purchases/{id}/resume',
  summary: 'Have bought after all what you called off, within its time',
  guards: ['auth'],
  params: idParams,
  reply: dataOf(waitingPurchase),
});

export const getPurchaseOfDeposit = call({
  method: 'GET',
  path: '/api/admin/payments/{id}/purchase',
  summary: 'What is to be bought with a payment of a buyer, or was; null if nothing; the look is audited',
  guards: withPeople,
  changesState: true,
  params: idParams,
  reply: dataOf(waitingPurchase.nullable()),
});
