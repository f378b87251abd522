import type { Book } from '#platform/ledger/compare-book.ts';

/** Demo accounts begin with money that nobody paid in. */
export const grantBook: Book = {
  kinds: ['demo_grant'],
  account: 'available',
  expected: (sql) => sql`
    select id as owner_id, id as reference, null::bigint as cents from users`,
};
