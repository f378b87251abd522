import type { Input, Reply } from '#contracts/call.ts';
import type { listBrands as contract } from '#contracts/shop/brands.ts';
import { countryName, currencyName } from '#i18n/format.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import { soldIn } from '../../supply/programmes/catalogue/find-programmes.ts';
import { type OfferedBrand, offeredBrands } from './offered/offered-brands.ts';
import { categoryName, limitsOf, shownBrand } from './offered/shown-brand.ts';
import { findBrands } from './search/find-brands.ts';

/** The brands on offer; the filters count what each of them alone leaves. */
export async function listBrands(
  ctx: Ctx,
  visitor: Visitor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { offered, categories } = await offeredBrands(ctx);
  const locale = localeOf(visitor);
  const { found, nearest } = findBrands({ offered, categories, locale }, query);
  const reader = { locale, limits: limitsOf(visitor) };
  return {
    data: found.map((each) => shownBrand(each, categories, reader)),
    meta: {
      total: found.length,
      categories: options(
        offered,
        ({ brand }) => brand.categories.filter((slug) => categories.has(slug)),
        (slug) => categoryName(categories.get(slug)!, locale),
      ),
      countries: options(
        offered,
        ({ programmes }) => programmes.flatMap(soldIn),
        (code) => countryName(locale, code),
      ),
      currencies: options(
        offered,
        ({ programmes }) => programmes.map(({ currency }) => currency),
        (code) => currencyName(locale, code),
      ),
      nearest,
    },
  };
}

function options(
  offered: readonly OfferedBrand[],
  valuesOf: (brand: OfferedBrand) => readonly string[],
  labelOf: (value: string) => string,
) {
  const values = offered.flatMap((each) => [...new Set(valuesOf(each))]);
  return Array.from(Map.groupBy(values, String), ([value, all]) => ({
    value,
    label: labelOf(value),
    count: all.length,
  })).sort((a, b) => a.label.localeCompare(b.label));
}
