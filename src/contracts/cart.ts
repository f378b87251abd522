import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from './call.ts';
import { card } from './cards.ts';
import { id } from './shapes.ts';

/** Whether a card can be bought, or why it can't: `paused` for a time, `withdrawn` for good. */
export const cartItem = card.extend({ status: z.enum(['available', 'sold', 'expired', 'paused', 'withdrawn']) });
export type CartItem = z.infer<typeof cartItem>;

const reply = z.object({ data: z.array(cartItem) });
const ids = z.array(id).min(1, messageKey('invalid.one_card')).max(100, messageKey('invalid.hundred_cards'));

export const getCart = call({
  method: 'GET',
  path: '/api/carts',
  summary: 'The cart as it now is',
  guards: ['auth', 'active'],
  reply,
});

export const addToCart = call({
  method: 'POST',
  path: '/api/carts',
  summary: 'Add cards to the cart; what is there already stays',
  guards: ['auth', 'active'],
  body: z.union([ids.transform((list) => ({ ids: list })), z.strictObject({ ids })]),
  reply,
});

const removal = z.object({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(ids),
});

export const removeFromCart = call({
  method: 'DELETE',
  path: '/api/carts',
  summary: 'Remove cards from the cart, named in the query or in the body',
  guards: ['auth', 'active'],
  query: removal.partial(),
  body: z.strictObject({ ids }).optional(),
  reply,
});

/** This GET is fixed by the API: idempotent, never cached, refused to prefetchers. */
export const removeFromCartByGet = call({
  method: 'GET',
  path: '/api/carts/delete',
  summary: 'Remove cards from the cart',
  guards: ['auth', 'active'],
  changesState: true,
  query: removal,
  reply,
});
