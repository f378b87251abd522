import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, country, currency, day, funds, id, level, links, option, queryInt, searchText } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** A card as buyers see it, never with its secret. Face value in its own currency, price in dollars. */
export const card = z.object({
  id,
  programme: z.object({ id, name: z.string() }),
  prefix: z.string().nullable(),
  level,
  country: z.string(),
  currency: z.string(),
  face_cents: cents,
  price_cents: cents,
  discount_bp: z.int(),
  expires_on: day.nullable(),
  /** It expires within 30 days. */
  ends_soon: z.boolean(),
});
export type Card = z.infer<typeof card>;

export const cardSorts = ['newest', 'price', '-price', 'discount', 'face', '-face'] as const;

const money = queryInt(0, 100_000_000).optional();

export const cardFilters = z.object({
  q: searchText.optional(),
  programme_id: id.optional(),
  prefix: onSurface('unstored', z.string().regex(/^\d{1,12}$/, messageKey('invalid.digits'))).optional(),
  country: country.optional(),
  currency: currency.optional(),
  level: level.optional(),
  /** A category of brands. */
  category: onSurface(
    'unstored',
    z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(60),
  ).optional(),
  face_min: money,
  face_max: money,
  price_min: money,
  price_max: money,
  discount_min: queryInt(0, 9_000).optional(),
  sort: z.enum(cardSorts).optional(),
  per_page: queryInt(1, 100).optional(),
  cursor: onSurface('unstored', z.string().max(300)).optional(),
});

export const listCards = call({
  method: 'GET',
  path: '/api/cards',
  summary: 'Cards on sale',
  guards: ['catalogue'],
  query: cardFilters,
  reply: z.object({ data: z.array(card), meta: z.object({ per_page: z.int(), sort: z.enum(cardSorts) }), links }),
});

/** A programme with its facts and the design of its card face. */
export const programmeOption = option.extend({
  /** The slug of its brand. */
  brand: z.string(),
  color_from: z.string(),
  color_to: z.string(),
  motif: z.string(),
  redemption_text: z.string(),
  expiry_policy: z.string(),
  funds: funds.nullable(),
  terms_url: z.string(),
  /** Where its cards can be redeemed. */
  countries: z.array(z.string()),
  /** Of its cards on sale. */
  price_from_cents: cents,
  best_discount_bp: z.int(),
});

export const cardOptions = call({
  method: 'GET',
  path: '/api/search/cards',
  summary: 'The search options of the card list, with counts',
  guards: ['catalogue'],
  query: cardFilters.omit({ sort: true, per_page: true, cursor: true }),
  reply: z.object({
    data: z.object({
      total: z.int(),
      /** How many cards the query finds; null where there are more different prices on sale than are kept to count by. */
      found: z.int().nullable(),
      programmes: z.array(programmeOption),
      countries: z.array(option),
      currencies: z.array(option),
      levels: z.array(option),
      face_cents: z.object({ min: cents, max: cents }),
      price_cents: z.object({ min: cents, max: cents }),
    }),
  }),
});
