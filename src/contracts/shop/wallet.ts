import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, dataOf, day, id, pageMeta, pageQuery, searchText, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** `expiring`: within 30 days, and not used yet. */
export const walletStates = ['unrevealed', 'revealed', 'expiring', 'expired', 'used', 'returned'] as const;

export const walletCard = z.object({
  id,
  order: z.object({ id, number: z.int() }),
  programme: z.object({
    id,
    name: z.string(),
    color_from: z.string(),
    color_to: z.string(),
    motif: z.string(),
  }),
  level: z.string(),
  country: z.string(),
  currency: z.string(),
  face_cents: cents,
  price_cents: cents,
  expires_on: day.nullable(),
  state: z.enum(walletStates),
  bought_at: time,
  revealed_at: time.nullable(),
  used_at: time.nullable(),
  returned_at: time.nullable(),
  note: z.string(),
  /** What is left on the card, where its issuer last said so. */
  left_cents: cents.nullable(),
  left_at: time.nullable(),
});
export type WalletCard = z.infer<typeof walletCard>;

export const listWallet = call({
  method: 'GET',
  path: '/api/wallet',
  summary: 'Every card you bought, by brand, newest first within a brand; `q` searches brands, notes and order numbers',
  guards: ['auth', 'active'],
  query: z.object({
    ...pageQuery,
    q: searchText.optional(),
    programme_id: id.optional(),
    state: z.enum(walletStates).optional(),
  }),
  reply: z.object({
    data: z.array(walletCard),
    meta: pageMeta.extend({
      /** Counts of all your cards, whatever the filters. */
      states: z.array(z.object({ value: z.enum(walletStates), count: z.int() })),
      programmes: z.array(z.object({ value: id, label: z.string(), count: z.int() })),
    }),
  }),
});

const cardParams = z.object({ id, card_id: id });

const neighbour = z.object({
  order_id: id,
  card_id: id,
  name: z.string(),
  face_cents: cents,
  currency: z.string(),
  /** Whether its code was shown before: then it needs no consent. */
  revealed: z.boolean(),
});
export type Neighbour = z.infer<typeof neighbour>;

export const getWalletCard = call({
  method: 'GET',
  path: '/api/wallet/{id}/{card_id}',
  summary: 'A card of one of your orders, and the usable ones before and after it in your wallet',
  guards: ['auth', 'active'],
  params: cardParams,
  reply: dataOf(walletCard.extend({ previous: neighbour.nullable(), next: neighbour.nullable() })),
});

export const changeBoughtCard = call({
  method: 'PATCH',
  path: '/api/invoices/{id}/cards/{card_id}',
  summary: 'Mark a card as used or unused, or change your note to it',
  guards: ['auth', 'active'],
  params: cardParams,
  body: z.strictObject({
    used: z.boolean().optional(),
    note: onSurface('text', z.string().trim().max(200, messageKey('invalid.maximum_characters'))).optional(),
  }),
  reply: dataOf(walletCard),
});
