import { z } from 'zod';
import { call } from '../call.ts';
import { cents, country, currency, id, level, option, pageMeta, pageQuery } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** What a card's secret is: a number of digits, a code or a link. */
const kind = z.enum(['numeric', 'alnum', 'link']);

export const prefix = z.object({
  id,
  /** null where cards have no number that starts alike. */
  prefix: z.string().nullable(),
  programme: z.object({ id, name: z.string() }),
  /** The slug of its brand. */
  brand: z.string(),
  issuer: z.string(),
  kind,
  level,
  /** The country its cards are shown with, and all that they can be redeemed in. */
  country: z.string(),
  countries: z.array(z.string()),
  currency: z.string(),
  redemption: z.string(),
  expiry_policy: z.string(),
  on_sale: z.int(),
  from_price_cents: cents,
});
export type Prefix = z.infer<typeof prefix>;

export const prefixSorts = ['prefix', '-prefix', 'name', '-name', 'price', '-price', 'on_sale', '-on_sale'] as const;

const text = z
  .string()
  .max(100)
  .refine((typed) => !/\p{Cc}/u.test(typed));

export const prefixFilters = z.object({
  /** Neither stored nor logged, so a card number is answered like anything else that isn't ours. */
  q: onSurface('unstored', text).optional(),
  kind: kind.optional(),
  level: level.optional(),
  country: country.optional(),
  currency: currency.optional(),
  sort: z.enum(prefixSorts).optional(),
  ...pageQuery,
});

export const listPrefixes = call({
  method: 'GET',
  path: '/api/services',
  summary: 'The prefix directory: programmes on sale',
  guards: ['auth', 'active'],
  query: prefixFilters,
  reply: z.object({
    data: z.array(prefix),
    meta: pageMeta.extend({ sort: z.enum(prefixSorts) }),
    /** Where nothing fits the search: that it is not a programme sold here. */
    message: z.string().nullable(),
  }),
});

export const prefixOptions = call({
  method: 'GET',
  path: '/api/search/services',
  summary: 'The search options of the prefix directory, with counts',
  guards: ['auth', 'active'],
  reply: z.object({
    data: z.object({
      total: z.int(),
      kinds: z.array(option),
      levels: z.array(option),
      countries: z.array(option),
      currencies: z.array(option),
    }),
  }),
});
