import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { email, token } from '../identity/auth.ts';
import { cents, dataOf, day, id, idParams, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { consent, orderCard, secret } from './orders.ts';

export const gift = z.object({
  id,
  order_id: id,
  card_id: id,
  /** `open`: nobody opened its link yet. */
  state: z.enum(['open', 'opened', 'withdrawn', 'expired']),
  message: z.string(),
  /** Whether the shop mailed it to the recipient. */
  mailed: z.boolean(),
  created_at: time,
  expires_at: time,
  opened_at: time.nullable(),
});
export type Gift = z.infer<typeof gift>;

const present = z.object({
  programme: orderCard.shape.programme,
  level: z.string(),
  country: z.string(),
  currency: z.string(),
  face_cents: cents,
  expires_on: day.nullable(),
  message: z.string(),
});

/** `url` shows the code to whoever opens it, once: as secret as the code. */
const printable = gift.extend({ card: present, url: z.string().nullable() });

// Made anew for each call, since a schema has one surface.
const giftMessage = () =>
  onSurface('text', z.string().trim().max(300, messageKey('invalid.maximum_characters'))).default('');

export const makeGift = call({
  method: 'POST',
  path: '/api/invoices/{id}/cards/{card_id}/gift',
  summary: 'Make a one-time link that shows the code of a card, to print or to have mailed; counts as revealing it',
  guards: ['auth', 'active'],
  inVault: true,
  stepUp: 'new_device',
  secret: true,
  perMinute: 10,
  params: z.object({ id, card_id: id }),
  body: consent.extend({
    message: giftMessage(),
    /** Mails the link there; kept until the mail is sent. */
    email: email.optional(),
  }),
  reply: dataOf(printable),
  status: 201,
});

export const makeGifts = call({
  method: 'POST',
  path: '/api/invoices/{id}/gifts',
  summary: 'Make gifts of several cards of an order with one consent and one message: all of them or none',
  guards: ['auth', 'active'],
  inVault: true,
  stepUp: 'new_device',
  secret: true,
  perMinute: 6,
  params: idParams,
  body: consent.extend({
    message: giftMessage(),
    cards: z
      .array(z.strictObject({ card_id: id, email: email.optional() }))
      .min(1, messageKey('invalid.one_card'))
      .max(100, messageKey('invalid.hundred_cards')),
  }),
  reply: dataOf(z.array(printable)),
  status: 201,
});

export const listGifts = call({
  method: 'GET',
  path: '/api/invoices/{id}/gifts',
  summary: 'The latest gift made of each card of an order',
  guards: ['auth', 'active'],
  params: idParams,
  reply: dataOf(z.array(gift)),
});

export const listGiftLinks = call({
  method: 'GET',
  path: '/api/invoices/{id}/gifts/links',
  summary: 'The gifts of an order that nobody opened yet, to print with their links',
  guards: ['auth', 'active'],
  stepUp: 'new_device',
  secret: true,
  params: idParams,
  reply: dataOf(z.array(printable)),
});

export const getGift = call({
  method: 'GET',
  path: '/api/gifts/{id}',
  summary: 'A gift to print, with its link while nobody opened it',
  guards: ['auth', 'active'],
  stepUp: 'new_device',
  secret: true,
  params: idParams,
  reply: dataOf(printable),
});

export const withdrawGift = call({
  method: 'POST',
  path: '/api/gifts/{id}/withdraw',
  summary: 'Take back a gift that nobody opened: its link shows nothing any more',
  guards: ['auth', 'active'],
  params: idParams,
  reply: dataOf(gift),
});

export const openGift = call({
  method: 'POST',
  path: '/api/gifts/open',
  summary: 'The code of a gift for the token of its link: once, whoever asks',
  guards: [],
  inVault: true,
  secret: true,
  perMinute: 10,
  body: z.strictObject({ token }),
  reply: dataOf(present.extend(secret.shape)),
});
