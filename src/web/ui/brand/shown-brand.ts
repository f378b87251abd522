import type { Brand } from '#contracts/shop/brands.ts';
import type { CardTheme } from '#web/ui/card/card-theme.ts';

/** What a page needs to draw a brand as a tile. */
export interface ShownBrand
  extends Pick<
    Brand,
    'slug' | 'name' | 'countries' | 'values' | 'price_from_cents' | 'best_discount_bp' | 'on_sale' | 'can_buy'
  > {
  categories: string[];
  theme: CardTheme;
}

export const shownBrand = ({ color_from, color_to, motif, categories, ...brand }: Brand): ShownBrand => ({
  slug: brand.slug,
  name: brand.name,
  countries: brand.countries,
  values: brand.values,
  price_from_cents: brand.price_from_cents,
  best_discount_bp: brand.best_discount_bp,
  on_sale: brand.on_sale,
  can_buy: brand.can_buy,
  categories: categories.map(({ name }) => name),
  theme: { color_from, color_to, motif },
});
