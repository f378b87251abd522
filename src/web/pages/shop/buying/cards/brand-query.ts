import { brandFilters } from '#contracts/shop/brands.ts';
import { searchOf } from '#web/server/page-query.ts';

const facts = ['country', 'currency', 'category'] as const;

/** What of the address concerns brands, for the API; a value that none can have is left out. */
export function brandQueryOf(search: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = {};
  const q = searchOf(search);
  if (q) query.q = q;
  for (const name of facts) {
    const value = search.get(name)?.trim();
    if (value && brandFilters.shape[name].safeParse(value).success) query[name] = value;
  }
  return query;
}
