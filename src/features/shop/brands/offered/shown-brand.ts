import type { Brand } from '#contracts/shop/brands.ts';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import type { Visitor } from '../../../ctx.ts';
import { tierLimits } from '../../../customers/tiers/tier-limits.ts';
import { soldIn } from '../../../supply/programmes/catalogue/find-programmes.ts';
import type { OfferedBrand } from './offered-brands.ts';
import type { CategoryRow } from './read-brands.ts';

const MAX_VALUES = 12;

/** A brand as its face shows it. */
export function shownBrand(
  { brand, programmes, stock }: OfferedBrand,
  categories: ReadonlyMap<string, CategoryRow>,
  { locale, limits }: { locale: string; limits: { one_order_cents: number } },
): Brand {
  const [{ color_from, color_to, motif }] = programmes;
  const onSale = programmes.filter(({ id }) => stock.some(({ programme_id }) => programme_id === id));
  const listed = onSale.length > 0 ? onSale : programmes;
  const price_from_cents = stock.length > 0 ? Math.min(...stock.map(({ price_min }) => price_min)) : null;
  return {
    slug: brand.slug,
    name: brand.name,
    categories: brand.categories.flatMap((slug) => {
      const category = categories.get(slug);
      return category ? [{ slug, name: categoryName(category, locale) }] : [];
    }),
    color_from,
    color_to,
    motif,
    countries: [...new Set(listed.flatMap(soldIn))].sort(),
    currencies: [...new Set(listed.map(({ currency }) => currency))].sort(),
    price_from_cents,
    best_discount_bp: stock.length > 0 ? Math.max(...stock.map(({ discount_max }) => discount_max)) : 0,
    values: valuesOf(onSale, stock),
    on_sale: stock.reduce((sum, { on_sale }) => sum + on_sale, 0),
    can_buy: price_from_cents !== null && price_from_cents <= limits.one_order_cents,
  };
}

function valuesOf(programmes: OfferedBrand['programmes'][number][], stock: OfferedBrand['stock']): Brand['values'] {
  const values = new Map<string, Brand['values'][number]>();
  for (const { id, currency } of programmes) {
    for (const { face_cents } of stock.find(({ programme_id }) => programme_id === id)?.values ?? []) {
      values.set(`${currency} ${face_cents}`, { currency, face_cents });
    }
  }
  return [...values.values()]
    .sort((a, b) => (a.currency === b.currency ? a.face_cents - b.face_cents : a.currency < b.currency ? -1 : 1))
    .slice(0, MAX_VALUES);
}

export const categoryName = ({ slug, names }: CategoryRow, locale: string): string =>
  names[locale] ?? names[DEFAULT_LOCALE] ?? Object.values(names)[0] ?? slug;

/** The limits of the reader's tier; a visitor reads as a new account. */
export const limitsOf = ({ user }: Visitor) => tierLimits(user?.tier ?? 0);
