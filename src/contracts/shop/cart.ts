import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { countryBar } from '../customers/tiers.ts';
import { cents, dataOf, faceCents, id, positiveCents, queryInt, time } from '../shapes.ts';
import { card } from './cards.ts';

/** Whether a card can be bought, or why it can't: `paused` for a time, `withdrawn` for good. */
export const cartItem = card.extend({
  status: z.enum(['available', 'sold', 'expired', 'paused', 'withdrawn']),
  /** Added by value: sold elsewhere, it is swapped for an equal card at the same or a lower price. */
  by_value: z.boolean(),
});
export type CartItem = z.infer<typeof cartItem>;

const reply = z.object({ data: z.array(cartItem) });
const ids = z.array(id).min(1, messageKey('invalid.one_card')).max(100, messageKey('invalid.hundred_cards'));

export const getCart = call({
  method: 'GET',
  path: '/api/carts',
  summary: 'The cart as it now is',
  guards: ['auth', 'catalogue'],
  reply,
});

/** A limit of the tier that the cart exceeds, and what would lift it. Fewer cards always would. */
const exceededLimit = z.object({
  limit: z.enum(['one_order', 'spend_24h', 'stored_balance', 'top_up_30d']),
  limit_cents: cents,
  /** What the limit still allows. */
  left_cents: cents,
  /** How much the cart is above that. */
  over_cents: cents,
  /** The lowest tier whose limit would do; null: none. */
  next: z.object({ tier: z.int(), limit_cents: cents }).nullable(),
  /** When enough of the last 24 hours' orders no longer count; null: waiting doesn't help. */
  lifted_at: time.nullable(),
});

const cartLimits = z.object({
  /** Of the cards that can be bought. */
  total_cents: cents,
  balance_cents: cents,
  /** What the balance is short of. */
  missing_cents: cents,
  /** The most that can be added now. */
  room_cents: cents,
  /** What to add now to buy as much of the cart as the limits allow; 0: nothing to add, or no room for it. */
  add_cents: cents,
  /** The most that an order may cost now, once as much is added as can be; below the total, fewer cards are the way. */
  reachable_cents: cents,
  /** Why the buyer's country keeps them from buying; null: it doesn't. */
  bar: countryBar.nullable(),
  /** The nearest limit first; empty: nothing but money is in the way. */
  exceeded: z.array(exceededLimit),
  /** A new account waits for the codes of an order above that sum, until then if it pays now; null: no wait. */
  wait: z.object({ above_cents: cents, until: time }).nullable(),
});
export type CartLimits = z.infer<typeof cartLimits>;
export type ExceededLimit = z.infer<typeof exceededLimit>;

export const getCartLimits = call({
  method: 'GET',
  path: '/api/carts/limits',
  summary: 'What the limits of your tier mean for your cart: which it exceeds, what is left, what lifts them',
  guards: ['auth', 'catalogue'],
  reply: dataOf(cartLimits),
});

const listedIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(ids);

export const quotePurchase = call({
  method: 'GET',
  path: '/api/carts/quote',
  summary:
    'What certain cards, or the cheapest of a programme and face value, cost you now, and which limits stand against it; ' +
    'reserves nothing and leaves the cart as it is',
  guards: ['auth', 'catalogue'],
  query: z.object({
    ids: listedIds.optional(),
    programme_id: id.optional(),
    face_cents: queryInt(1, 9_999_999_999).optional(),
    quantity: queryInt(1, 20).optional(),
  }),
  /** Fewer cards than asked for where no more are on sale. */
  reply: dataOf(z.object({ items: z.array(cartItem), limits: cartLimits })),
});

export const addToCart = call({
  method: 'POST',
  path: '/api/carts',
  summary: 'Add cards to the cart; what is there already stays',
  guards: ['auth', 'catalogue'],
  body: z.union([ids.transform((list) => ({ ids: list })), z.strictObject({ ids })]),
  reply,
});

export const addByValue = call({
  method: 'POST',
  path: '/api/carts/values',
  summary: 'Add the cheapest cards of a programme and face value that are not in the cart yet: all of them or none',
  guards: ['auth', 'catalogue'],
  idempotent: true,
  deduplicate: () => true,
  body: z.strictObject({
    programme_id: id,
    face_cents: faceCents,
    quantity: z.int().min(1).max(20),
    /** What each of them may cost. */
    max_price_cents: positiveCents.optional(),
  }),
  reply,
});

const removal = z.object({ ids: listedIds });

export const removeFromCart = call({
  method: 'DELETE',
  path: '/api/carts',
  summary: 'Remove cards from the cart, named in the query or in the body',
  guards: ['auth', 'catalogue'],
  query: removal.partial(),
  body: z.strictObject({ ids }).optional(),
  reply,
});

/** This GET is fixed by the API: idempotent, never cached, refused to prefetchers. */
export const removeFromCartByGet = call({
  method: 'GET',
  path: '/api/carts/delete',
  summary: 'Remove cards from the cart',
  guards: ['auth', 'catalogue'],
  changesState: true,
  query: removal,
  reply,
});
