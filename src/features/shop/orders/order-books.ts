import type { Book } from '#platform/ledger/compare-book.ts';

/**
 * An order costs its cards together; a returned card comes back at its price. What that and refunds by hand come to beyond
 * the order's cost is set off.
 */
export const orderBooks: Book[] = [
  {
    kinds: ['order'],
    account: 'available',
    expected: (sql) => sql`
      select o.user_id as owner_id, o.id as reference, -sum(l.price_cents)::bigint as cents
      from orders o join order_lines l on l.order_id = o.id group by o.id`,
  },
  {
    kinds: ['return'],
    account: 'available',
    expected: (sql) => sql`
      select o.user_id as owner_id, l.id as reference, l.price_cents as cents
      from order_lines l join orders o on o.id = l.order_id where l.state = 'returned'`,
  },
  {
    kinds: ['refund_set_off'],
    account: 'available',
    expected: (sql) => sql`
      select o.user_id as owner_id, o.id as reference, (l.cost_cents - l.back_cents - h.cents)::bigint as cents
      from (select order_id, sum(cents) as cents from balance_adjustments
        where order_id is not null group by order_id) h
      join orders o on o.id = h.order_id
      cross join lateral (
        select sum(price_cents) as cost_cents,
          coalesce(sum(price_cents) filter (where state in ('returned', 'refunded')), 0) as back_cents
        from order_lines where order_id = o.id) l
      where l.back_cents + h.cents > l.cost_cents`,
  },
];
