import type { Ctx } from '../../../ctx.ts';
import type { Programme, Stock } from '../../../supply/programmes/catalogue/catalogue.ts';
import type { Brands } from './create-brands.ts';
import type { BrandRow } from './read-brands.ts';

/** A brand with at least one programme, the oldest of which gives it its face. */
export interface OfferedBrand {
  brand: BrandRow;
  programmes: readonly [Programme, ...Programme[]];
  /** Of those programmes that have cards on sale. */
  stock: readonly Stock[];
}

export interface Offered extends Pick<Brands, 'categories' | 'rates'> {
  offered: readonly OfferedBrand[];
}

/** The brands of approved programmes that haven't ended, those with cards on sale first. */
export async function offeredBrands(ctx: Ctx): Promise<Offered> {
  const [{ brands, categories, rates }, programmes, stock] = await Promise.all([
    ctx.brands.get(),
    ctx.catalogue.programmes(),
    ctx.catalogue.stock(),
  ]);
  const current = [...programmes.values()].filter(({ state }) => state !== 'retired');
  const byBrand = Map.groupBy(current, ({ brand_id }) => brand_id);
  const offered = brands.flatMap((brand) => {
    const [first, ...others] = (byBrand.get(brand.id) ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (!first) return [];
    const own: OfferedBrand['programmes'] = [first, ...others];
    return [{ brand, programmes: own, stock: own.flatMap(({ id }) => stock.get(id) ?? []) }];
  });
  return {
    offered: offered.toSorted((a, b) => Number(b.stock.length > 0) - Number(a.stock.length > 0)),
    categories,
    rates,
  };
}
