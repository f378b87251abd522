import type { Book } from '#platform/ledger/compare-book.ts';

/** Checks that a pre-order's reservations and releases add up to what it still has reserved. */
export const preorderBook: Book = {
  kinds: ['preorder_reserved', 'preorder_released'],
  account: 'preorder_reserved',
  expected: (sql) => sql`select user_id as owner_id, id as reference, reserved_cents as cents from preorders`,
};
