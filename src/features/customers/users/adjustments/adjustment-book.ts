import type { Book } from '#platform/ledger/compare-book.ts';

/** What two people put on a balance or took from it. */
export const adjustmentBook: Book = {
  kinds: ['adjustment'],
  account: 'available',
  expected: (sql) => sql`select user_id as owner_id, id as reference, cents from balance_adjustments`,
};
