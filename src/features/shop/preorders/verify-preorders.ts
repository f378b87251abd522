import type { Db } from '#platform/db/client.ts';

/** Compares pre-orders with the orders and cards that filled them: one line per problem, empty when they agree. */
export async function verifyPreorders(sql: Db): Promise<string[]> {
  const bought = await sql<{ problem: string }[]>`
    select format('pre-order %s counts %s cards for %s cents, its orders %s for %s', p.id, p.filled, p.spent_cents,
      f.cards, f.cents) as problem
    from preorders p cross join lateral (
      select coalesce(sum(o.card_count), 0)::bigint as cards, coalesce(sum(o.total_cents), 0)::bigint as cents
      from preorder_fills f join orders o on o.id = f.order_id where f.preorder_id = p.id) f
    where (f.cards, f.cents) <> (p.filled, p.spent_cents)`;
  const sold = await sql<{ problem: string }[]>`
    select format('card %s is sold and allotted to pre-order %s', c.id, a.preorder_id) as problem
    from preorder_allotments a join cards c on c.id = a.card_id where c.state = 'sold'`;
  return [...bought, ...sold].map(({ problem }) => problem);
}
