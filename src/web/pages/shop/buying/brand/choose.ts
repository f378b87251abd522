import type { BrandPage } from '#contracts/shop/brands.ts';

export type Programme = BrandPage['programmes'][number];
export type Value = Programme['values'][number];

export interface Choice {
  programme: Programme | undefined;
  value: Value | undefined;
  quantity: number;
}

export const MAX_QUANTITY = 20;

/** What the address asks for: a programme, a value and how many; else the buyer's own region, what they can buy, and one. */
export function choose(programmes: readonly Programme[], search: URLSearchParams, buyer?: string | null): Choice {
  const asked = search.get('value');
  const preferred = programmes.toSorted((a, b) => nearness(b, buyer) - nearness(a, buyer));
  const programme =
    programmes.find(({ id }) => id === search.get('programme_id')) ??
    preferred.find(({ values }) => values.some(({ face_cents }) => String(face_cents) === asked)) ??
    preferred.find(({ values }) => values.length) ??
    programmes[0];
  const values = programme?.values ?? [];
  const value =
    values.find(({ face_cents }) => String(face_cents) === asked) ??
    values.find(({ on_sale, over_limit }) => on_sale && !over_limit) ??
    values[0];
  return { programme, value, quantity: quantityOf(search) };
}

/** How many cards an address asks for: one where it says no number, and no more than can be bought at once. */
export function quantityOf(search: URLSearchParams): number {
  const asked = search.get('quantity') ?? '';
  return /^\d{1,9}$/.test(asked) ? Math.min(MAX_QUANTITY, Math.max(1, Number(asked))) : 1;
}

const nearness = ({ country, other_countries }: Programme, buyer: string | null | undefined) =>
  Number(buyer === country || other_countries.some((one) => one === buyer));
