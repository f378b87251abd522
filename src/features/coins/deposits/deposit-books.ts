import type { Book } from '#platform/ledger/compare-book.ts';

/** A credit goes to the balance and to what the buyer owes; so does its reversal. */
export const depositBooks: Book[] = [
  {
    kinds: ['top_up', 'debt_repayment'],
    expected: (sql) => sql`
      select d.user_id as owner_id, d.id as reference, sum(c.locked_cents + c.current_cents)::bigint as cents
      from deposits d join deposit_credits c on c.deposit_id = d.id group by d.id`,
  },
  {
    kinds: ['top_up_reversal'],
    expected: (sql) => sql`
      select d.user_id as owner_id, d.id as reference, -sum(c.locked_cents + c.current_cents)::bigint as cents
      from deposits d join deposit_credits c on c.deposit_id = d.id where c.reversed_at is not null group by d.id`,
  },
];
