import type { Book } from '#platform/ledger/compare-book.ts';

const kinds = ['top_up_return', 'top_up_return_undone', 'top_up_returned'];

/** What goes back leaves the balance when it is asked for, and what was set aside when it was sent or undone. */
export const returnBooks: Book[] = [
  {
    kinds,
    account: 'available',
    expected: (sql) => sql`
      select user_id as owner_id, id as reference,
        case when state in ('asked', 'approved', 'paid') then -amount_cents else 0 end as cents from top_up_returns`,
  },
  {
    kinds,
    account: 'returning',
    expected: (sql) => sql`
      select user_id as owner_id, id as reference,
        case when state in ('asked', 'approved') then amount_cents else 0 end as cents from top_up_returns`,
  },
];
