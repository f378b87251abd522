import { listBrands } from '#contracts/shop/brands.ts';
import { getCart } from '#contracts/shop/cart.ts';
import { listOrders } from '#contracts/shop/orders.ts';
import { read, type Where } from '#web/server/api.ts';
import { readReturnPath } from '#web/server/cookies/return-path-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageAskedFor } from '#web/server/safe-redirect.ts';
import { type ShownBrand, shownBrand } from '#web/ui/brand/shown-brand.ts';

export interface WhatNext {
  /** How many cards wait in the cart. */
  in_cart: number;
  /** The page that a newcomer came for. */
  return_path: string | null;
  /** Brands that the balance buys a card of. */
  brands: ShownBrand[];
}

const SHOWN = 6;

/** Where somebody goes once funds are there: to the cart, to what they came for, or to a brand within their means. */
export async function whatNext(where: Where, cookies: string | null): Promise<WhatNext | null> {
  const { user, secure } = where.context.get(pageContext);
  if (!user || user.roles.includes('inactive')) return null;
  const [cart, orders, brands] = await Promise.all([
    read(where, getCart),
    read(where, listOrders, { query: { per_page: '1' } }),
    read(where, listBrands),
  ]);
  return {
    in_cart: cart.data.length,
    return_path: orders.meta.total === 0 ? pageAskedFor(readReturnPath(cookies, secure)) : null,
    brands: brands.data
      .filter(({ can_buy, price_from_cents }) => can_buy && (price_from_cents ?? Infinity) <= user.balance_cents)
      .toSorted((a, b) => b.on_sale - a.on_sale)
      .slice(0, SHOWN)
      .map(shownBrand),
  };
}
