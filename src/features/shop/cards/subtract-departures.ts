import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';

/** Subtracts the cards that have left from their lots, and removes empty lots; returns how many cards that were. */
export async function subtractDepartures(sql: Db): Promise<number> {
  return transaction(sql, async (tx) => {
    const [departed] = await tx<{ cards: number }[]>`
      with gone as (delete from card_lot_departures returning lot_id, cards),
      summed as (select lot_id, sum(cards) as cards from gone group by lot_id),
      subtracted as (update card_lots set cards = card_lots.cards - summed.cards from summed where id = lot_id)
      select coalesce(sum(cards), 0)::bigint as cards from summed`;
    await tx`delete from card_lots where cards = 0`;
    return departed!.cards;
  });
}
