import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { email, token } from '../identity/auth.ts';
import { cents, dataOf, day, id, idParams, NAME_CONTROLS, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { GIFT_DESIGNS } from './gift-designs.ts';
import { consent, orderCard, secret } from './orders.ts';

export const gift = z.object({
  id,
  order_id: id,
  card_id: id,
  /** `open`: nobody opened its link yet. */
  state: z.enum(['open', 'opened', 'withdrawn', 'expired']),
  /** The name under which the buyer gives it; empty: none. */
  giver: z.string(),
  message: z.string(),
  design: z.enum(GIFT_DESIGNS),
  /** Whether the shop mails it to the recipient. */
  mailed: z.boolean(),
  /** Its mail hasn't gone out yet. */
  unsent: z.boolean(),
  created_at: time,
  /** When the mail goes out, where the buyer chose a day; null: at once. */
  send_at: time.nullable(),
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
  giver: z.string(),
  message: z.string(),
  design: z.enum(GIFT_DESIGNS),
});

/** `url` shows the code to whoever opens it, once: as secret as the code. */
const printable = gift.extend({ card: present, url: z.string().nullable() });

// Made anew for each call, since a schema has one surface.
const giftMessage = () =>
  onSurface('text', z.string().trim().max(300, messageKey('invalid.maximum_characters'))).default('');

const wrapping = () => ({
  /** Who gives, as the recipient knows them; empty: nobody is named. */
  giver: onSurface(
    'name',
    z
      .string()
      .trim()
      .max(60, messageKey('invalid.maximum_characters'))
      .refine((text) => !NAME_CONTROLS.test(text), messageKey('invalid.control')),
  ).default(''),
  message: giftMessage(),
  design: z.enum(GIFT_DESIGNS).default('card'),
  /** When the mails go out; absent or past: at once. Needs an address, and at most a year. */
  send_at: time.optional(),
});

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
    ...wrapping(),
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
    ...wrapping(),
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

/** Says that a device opened the gift first; it alone can show the code again. As secret as the link. */
const device = onSurface('unstored', z.string().min(1).max(200));

export const previewGift = call({
  method: 'POST',
  path: '/api/gifts/preview',
  summary: 'What the page of a gift says before its code: from whom, which card and the message; never a code',
  guards: [],
  inVault: true,
  secret: true,
  perMinute: 30,
  body: z.strictObject({ token, device: device.optional() }),
  reply: dataOf(
    z.object({
      /** `stopped`: it can't be opened at the moment. */
      state: z.enum(['open', 'opened', 'withdrawn', 'expired', 'stopped']),
      giver: z.string(),
      /** null where this device can't see the code (any more). */
      card: present.nullable(),
      /** Until when this device, which opened it, can show the code again; null for all others, and once it is saved. */
      shown_until: time.nullable(),
    }),
  ),
});

export const openGift = call({
  method: 'POST',
  path: '/api/gifts/open',
  summary:
    'The code of a gift for the token of its link: once for whoever asks, then for the device that was first, until it is saved',
  guards: [],
  inVault: true,
  secret: true,
  perMinute: 10,
  body: z.strictObject({ token, device: device.optional() }),
  reply: dataOf(present.extend(secret.shape).extend({ device: z.string(), shown_until: time })),
});

export const saveGift = call({
  method: 'POST',
  path: '/api/gifts/saved',
  summary: 'Say that the code is saved: the device that opened the gift shows it no more',
  guards: [],
  inVault: true,
  secret: true,
  perMinute: 10,
  body: z.strictObject({ token, device }),
});
