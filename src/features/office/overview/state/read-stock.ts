import type { Overview } from '#contracts/office/overview.ts';
import type { Db } from '#platform/db/client.ts';

/** Cards on sale, from the totals that are kept and the changes of the last seconds: never a row for each batch. */
export async function readStock(sql: Db, mayMoney: boolean): Promise<Overview['stock']> {
  const [row] = await sql<[Overview['stock']]>`
    with noted as (
      select batch_id, state, sum(cards) as cards, sum(price_cents) as price_cents
      from batch_stock_changes group by 1, 2),
    stock as (
      select state, batches, cards, price_cents from stock_totals
      union all
      select n.state, (coalesce(s.cards, 0) + n.cards > 0)::int - (coalesce(s.cards, 0) > 0)::int, n.cards,
        n.price_cents
      from noted n left join batch_stock s using (batch_id, state))
    select coalesce(sum(cards) filter (where state = 'available'), 0)::bigint as available,
      coalesce(sum(batches) filter (where state = 'available'), 0)::bigint as batches,
      case when ${mayMoney} then coalesce(sum(price_cents) filter (
        where state in ('quarantined', 'unconfirmed', 'available', 'paused')), 0)::bigint end as price_cents
    from stock`;
  return row;
}
