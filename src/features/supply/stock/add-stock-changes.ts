import type { Db } from '#platform/db/client.ts';

/** Adds the changes of stock that were noted to their batch's row, so that figures read few rows. */
export async function addStockChanges(sql: Db): Promise<void> {
  await sql`
    with noted as (delete from batch_stock_changes returning *)
    insert into batch_stock as stock (batch_id, state, cards, face_cents, price_cents, confirmed)
    select batch_id, state, sum(cards), sum(face_cents), sum(price_cents), sum(confirmed) from noted group by 1, 2
    on conflict (batch_id, state) do update set cards = stock.cards + excluded.cards,
      face_cents = stock.face_cents + excluded.face_cents, price_cents = stock.price_cents + excluded.price_cents,
      confirmed = stock.confirmed + excluded.confirmed`;
}
