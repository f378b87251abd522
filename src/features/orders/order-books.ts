import type { Book } from '#platform/ledger/compare-book.ts';

/** An order costs its cards together; a returned card comes back at its price. */
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
];
