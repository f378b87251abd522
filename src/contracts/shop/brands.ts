import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { inLanguages, language, line, lines, perLanguage } from '../content/editor-calls.ts';
import {
  cents,
  country,
  currency,
  dataOf,
  day,
  funds,
  id,
  idParams,
  level,
  NAME_CONTROLS,
  option,
  pageOf,
  pageQuery,
  searchText,
  time,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

const slug = (longest: number) =>
  z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, messageKey('brands.slug_shape'))
    .max(longest);
// Made anew for each field, since a schema has one surface.
const categorySlug = () => slug(60);
const brandSlug = () => slug(80);

const brand = z.object({
  slug: z.string(),
  name: z.string(),
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  color_from: z.string(),
  color_to: z.string(),
  motif: z.string(),
  /** Where its cards can be redeemed. */
  countries: z.array(z.string()),
  currencies: z.array(z.string()),
  /** null while nothing is on sale. */
  price_from_cents: cents.nullable(),
  best_discount_bp: z.int(),
  /** Those on sale, at most twelve. */
  values: z.array(z.object({ currency: z.string(), face_cents: cents })),
  on_sale: z.int(),
  /** Whether the reader's tier allows the cheapest card; a visitor reads as a new account. */
  can_buy: z.boolean(),
});
export type Brand = z.infer<typeof brand>;

export const brandFilters = z.object({
  q: searchText.optional(),
  country: country.optional(),
  currency: currency.optional(),
  category: onSurface('unstored', categorySlug()).optional(),
});

export const listBrands = call({
  method: 'GET',
  path: '/api/brands',
  summary: 'The brands on offer, and the filters that lead to them',
  guards: ['catalogue'],
  query: brandFilters,
  reply: z.object({
    data: z.array(brand),
    meta: z.object({
      total: z.int(),
      categories: z.array(option),
      countries: z.array(option),
      currencies: z.array(option),
      /** Nothing fits; these come closest. */
      nearest: z.boolean(),
    }),
  }),
});

const value = z.object({
  face_cents: cents,
  /** Of the cheapest card. */
  price_cents: cents,
  discount_bp: z.int(),
  on_sale: z.int(),
  /** The face value in dollars at the rate shown; null for dollars, and while no rate is known. */
  worth_cents: cents.nullable(),
  /** Which of the reader's limits one card exceeds: that of an order, or what is left of a day's. */
  over_limit: z.enum(['one_order', 'day']).nullable(),
});

const programme = z.object({
  id,
  name: z.string(),
  issuer_name: z.string(),
  country: z.string(),
  other_countries: z.array(z.string()),
  currency: z.string(),
  level,
  /** What a card's secret is: a number of digits, a code or a link. */
  kind: z.enum(['numeric', 'alnum', 'link']),
  has_pin: z.boolean(),
  /** In the reader's language. */
  redemption_text: z.string(),
  expiry_policy: z.string(),
  fee_text: z.string(),
  funds: funds.nullable(),
  terms_url: z.string(),
  guarantee_hours: z.int(),
  barcode: z.enum(['none', 'code128', 'qr']),
  values: z.array(value),
});

const brandPage = brand.extend({
  /** In the reader's language. */
  about: z.string(),
  programmes: z.array(programme),
  /** Dollars for one unit of each other currency, as a decimal string. */
  rate: z.array(z.object({ currency: z.string(), usd: z.string(), at: time })),
  last_sold_at: time.nullable(),
  added_at: time.nullable(),
  /** The cheapest price of each day and value, for thirty days, oldest first. */
  price_history: z.array(z.object({ day, programme_id: id, face_cents: cents, price_cents: cents })),
  faqs: z.array(z.object({ question: z.string(), answer: z.string(), answer_html: z.string() })),
});
export type BrandPage = z.infer<typeof brandPage>;

export const getBrand = call({
  method: 'GET',
  path: '/api/brands/{slug}',
  summary: 'A brand with its programmes and values; under an earlier slug too, then with the slug it has now',
  guards: ['catalogue'],
  params: z.object({ slug: onSurface('unstored', brandSlug()) }),
  reply: dataOf(brandPage),
});

const reads = ['auth', 'admin', 'role:publisher,auditor'] as const;
const writes = ['auth', 'admin', 'role:publisher'] as const;

const listedBrand = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  categories: z.array(z.string()),
  programmes: z.int(),
});
export type ListedBrand = z.infer<typeof listedBrand>;

const writtenAbout = { about: lines(4000, messageKey('brands.about_missing')) };
const synonyms = z.array(line(60, messageKey('brands.synonym_empty'), 'name')).max(40);

const officeBrand = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  ...inLanguages({ about: z.string() }),
  categories: z.array(z.string()),
  synonyms: z.array(z.string()),
  /** Under which it is found too. */
  old_slugs: z.array(z.string()),
  programmes: z.array(z.object({ id, name: z.string(), state: z.string(), country: z.string(), currency: z.string() })),
});
export type OfficeBrand = z.infer<typeof officeBrand>;

export const listOfficeBrands = call({
  method: 'GET',
  path: '/api/admin/brands',
  summary: 'Every brand by name, whatever it has on sale',
  guards: reads,
  query: z.object({ q: searchText.optional(), ...pageQuery }),
  reply: pageOf(listedBrand),
});

export const getOfficeBrand = call({
  method: 'GET',
  path: '/api/admin/brands/{id}',
  summary: 'A brand as staff wrote it, with its programmes',
  guards: reads,
  params: idParams,
  reply: dataOf(officeBrand),
});

const name = onSurface(
  'product',
  z
    .string()
    .trim()
    .min(2, messageKey('invalid.minimum_characters'))
    .max(80)
    .refine((text) => !NAME_CONTROLS.test(text), messageKey('invalid.one_line')),
);

export const addBrand = call({
  method: 'POST',
  path: '/api/admin/brands',
  summary: 'Add a brand, to which programmes can then be moved',
  guards: writes,
  body: z.strictObject({ name }),
  reply: dataOf(officeBrand),
  status: 201,
});

export const changeBrand = call({
  method: 'PATCH',
  path: '/api/admin/brands/{id}',
  summary: 'Change a brand; it is still found under a slug that it had',
  guards: writes,
  params: idParams,
  body: z
    .strictObject({
      name,
      slug: onSurface('identifier', brandSlug()),
      about: z.union([z.literal(''), writtenAbout.about]),
      translations: perLanguage(writtenAbout),
      categories: z.array(onSurface('identifier', categorySlug())).max(10),
      synonyms,
    })
    .partial(),
  reply: dataOf(officeBrand),
});

export const removeBrand = call({
  method: 'DELETE',
  path: '/api/admin/brands/{id}',
  summary: 'Remove a brand without programmes',
  guards: writes,
  params: idParams,
});

export const moveProgramme = call({
  method: 'PUT',
  path: '/api/admin/brands/{id}/programmes',
  summary: 'Move a programme to this brand from the one that it belongs to',
  guards: writes,
  params: idParams,
  body: z.strictObject({ programme_id: id }),
  reply: dataOf(officeBrand),
});

const category = z.object({
  slug: z.string(),
  names: z.record(z.string(), z.string()),
  synonyms: z.array(z.string()),
  brands: z.int(),
});
export type BrandCategory = z.infer<typeof category>;

export const listBrandCategories = call({
  method: 'GET',
  path: '/api/admin/brand-categories',
  summary: 'The categories of brands',
  guards: reads,
  reply: dataOf(z.array(category)),
});

const categoryParams = z.object({ slug: onSurface('identifier', categorySlug()) });

export const saveBrandCategory = call({
  method: 'PUT',
  path: '/api/admin/brand-categories/{slug}',
  summary: 'Add a category, or change its names and synonyms',
  guards: writes,
  params: categoryParams,
  body: z.strictObject({
    /** By language, at least in English. */
    names: z
      .record(language, line(60, messageKey('brands.category_name_missing'), 'name'))
      .refine((names) => 'en' in names, messageKey('brands.category_name_missing')),
    synonyms,
  }),
});

export const removeBrandCategory = call({
  method: 'DELETE',
  path: '/api/admin/brand-categories/{slug}',
  summary: 'Remove a category, also from its brands',
  guards: writes,
  params: categoryParams,
});
