import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

export interface BrandRow {
  id: string;
  slug: string;
  name: string;
  about: string;
  translations: Record<string, { about: string }>;
  categories: string[];
  synonyms: string[];
  /** Under which it was found before. */
  old_slugs: string[];
}

export interface CategoryRow {
  slug: string;
  names: Record<string, string>;
  synonyms: string[];
}

export interface RateRow {
  currency: string;
  usd_e9: string;
  at: string;
}

const RATE_MAX_AGE_MS = DAY_MS;

/** Brands, categories and rates as they are in the database. */
export async function readBrands({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>) {
  const [brands, categories, rates] = await Promise.all([
    sql<BrandRow[]>`
      select id, slug, name, about, translations, categories, synonyms,
        array(select slug from brand_slugs old where old.brand_id = brands.id) as old_slugs
      from brands order by lower(name), id`,
    sql<CategoryRow[]>`select slug, names, synonyms from brand_categories order by slug`,
    sql<RateRow[]>`
      select latest.* from (select distinct currency from programmes where currency <> 'USD') as used
      cross join lateral (
        select currency, usd_e9, at from fiat_samples s where s.currency = used.currency
        order by id desc limit 1) as latest
      where at > ${new Date(clock.now().getTime() - RATE_MAX_AGE_MS)} order by currency`,
  ]);
  return {
    brands,
    categories: new Map(categories.map((category) => [category.slug, category])),
    rates: new Map(rates.map((rate) => [rate.currency, rate])),
  };
}
