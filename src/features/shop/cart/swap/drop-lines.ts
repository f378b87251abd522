import type { Tx } from '#platform/db/client.ts';

/**
 * Deletes the cart lines that these ids mean: by their card, and an id that no line has now by one that it stood for. A
 * card that was swapped away and came back may be another line's.
 */
export async function dropLines(sql: Tx, user_id: string, ids: readonly string[]): Promise<{ by_value: boolean }[]> {
  const [, dropped] = await Promise.all([
    // In the order of a swap, and before: a deletion that waited for a swap would still see the card that it replaced.
    sql`select from cart_items where user_id = ${user_id} order by max_price_cents, card_id for update`,
    sql<{ by_value: boolean }[]>`
      delete from cart_items where user_id = ${user_id} and (card_id = any(${[...ids]}) or replaced && array(
        select id from unnest(${[...ids]}::uuid[]) as asked (id)
        where id not in (select mine.card_id from cart_items mine where mine.user_id = ${user_id})))
      returning max_price_cents is not null as by_value`,
  ]);
  return dropped;
}
