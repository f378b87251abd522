import type { LoaderFunctionArgs } from 'react-router';
import { listBrands } from '#contracts/shop/brands.ts';
import { read } from '#web/server/api.ts';
import { searchOf } from '#web/server/page-query.ts';
import { type ShownBrand, shownBrand } from '#web/ui/brand/shown-brand.ts';

const SHOWN = 6;

export interface Suggested {
  brands: ShownBrand[];
  /** Nothing fits; these come closest. */
  nearest: boolean;
}

/** The brands for what is typed into the search field so far. */
export async function loader({ context, url }: LoaderFunctionArgs): Promise<Response> {
  const q = searchOf(url.searchParams);
  const { data, meta } = await read({ context, url }, listBrands, { query: q ? { q } : {} });
  const suggested: Suggested = { brands: data.slice(0, SHOWN).map(shownBrand), nearest: meta.nearest };
  return Response.json(suggested, { headers: { 'cache-control': 'private, no-store' } });
}
