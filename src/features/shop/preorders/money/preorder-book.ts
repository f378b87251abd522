import type { Book } from '#platform/ledger/compare-book.ts';

/** What a pre-order reserves and releases adds up to what it still has reserved. */
export const preorderBook: Book = {
  kinds: ['preorder_reserved', 'preorder_released'],
  account: 'preorder_reserved',
  expected: (sql) => sql`select user_id as owner_id, id as reference, reserved_cents as cents from preorders`,
};
