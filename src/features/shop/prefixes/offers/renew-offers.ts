import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { offersNow } from './offers-now.ts';

/** So many programmes in one transaction, so that a change of all of them ends within a statement's time. */
const AT_ONCE = 500;

/** Writes what programmes have on sale anew where that changed, so that a search need not compute it. */
export async function renewOffers(sql: Db, clock: Clock): Promise<void> {
  while ((await renewSome(sql, clock)) === AT_ONCE);
}

/** Returns how many programmes that were. */
function renewSome(sql: Db, clock: Clock): Promise<number> {
  return transaction(sql, async (tx) => {
    // One at a time: whoever reads stock earlier must not write later, and versions are committed in their order.
    await tx`lock table programme_offers in share row exclusive mode`;
    const noted = await tx<{ programme_id: string }[]>`
      delete from programme_offer_changes where programme_id = any(array(
        select distinct programme_id from programme_offer_changes limit ${AT_ONCE}))
      returning programme_id`;
    if (noted.length === 0) return 0;
    const ids = [...new Set(noted.map(({ programme_id }) => programme_id))];
    // Rows that stay the same get the version too: until now a reader may have known something else.
    await tx`
      insert into programme_offers (programme_id, prefix, name, on_sale, from_price_cents, words, version)
      select o.*, (select coalesce(max(version), 0) + 1 from programme_offers) from (${offersNow(tx, clock, ids)}) as o
      on conflict (programme_id) do update set prefix = excluded.prefix, name = excluded.name,
        on_sale = excluded.on_sale, from_price_cents = excluded.from_price_cents, words = excluded.words,
        version = excluded.version`;
    return ids.length;
  });
}
