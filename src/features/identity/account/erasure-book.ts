import type { Book } from '#platform/ledger/compare-book.ts';

/** Whoever has their account erased gives up what is left of the balance. */
export const erasureBook: Book = {
  kinds: ['forfeit'],
  account: 'available',
  expected: (sql) => sql`
    select id as owner_id, id as reference, null::bigint as cents from users where erased_at is not null`,
};
