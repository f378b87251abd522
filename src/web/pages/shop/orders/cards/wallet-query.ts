import { walletStates } from '#contracts/shop/wallet.ts';
import { searchOf } from '#web/server/page-query.ts';

/** The filters in the URL; anything unknown is no filter. */
export function walletQueryOf(search: URLSearchParams) {
  const programme_id = search.get('programme_id') ?? '';
  const filters = {
    q: searchOf(search) || undefined,
    programme_id: /^[0-9a-f-]{36}$/i.test(programme_id) ? programme_id : undefined,
    state: walletStates.find((state) => state === search.get('state')),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
