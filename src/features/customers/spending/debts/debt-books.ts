import type { Book } from '#platform/ledger/compare-book.ts';

/** What settled debts from balances, and what was written off. */
export const debtBooks: Book[] = [
  {
    kinds: ['debt_settlement'],
    account: 'available',
    expected: (sql) => sql`
      select user_id as owner_id, id as reference, -cents as cents from debt_settlements where how = 'balance'`,
  },
  {
    kinds: ['debt_write_off'],
    account: 'debt',
    expected: (sql) => sql`
      select user_id as owner_id, id as reference, cents from debt_settlements where how = 'write_off'`,
  },
];
