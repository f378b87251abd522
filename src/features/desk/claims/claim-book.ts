import type { Book } from '#platform/ledger/compare-book.ts';

/** A claim pays the price of its card once, on the issuer's answer or as goodwill. */
export const claimBook: Book = {
  kinds: ['claim'],
  account: 'available',
  expected: (sql) => sql`
    select o.user_id as owner_id, m.line_id as reference, m.refund_cents as cents
    from claims m join order_lines l on l.id = m.line_id join orders o on o.id = l.order_id
    where m.state in ('refunded', 'goodwill') and l.state = 'refunded'`,
};
