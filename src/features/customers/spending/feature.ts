import type { Feature } from '../../feature.ts';
import { debtBooks } from './debts/debt-books.ts';
import { spendingRoutes } from './routes.ts';
import { spendingData } from './spending-data.ts';
import { spendingEvidence } from './spending-evidence.ts';

export const feature: Feature = {
  routes: spendingRoutes,
  accountData: [spendingData],
  books: debtBooks,
  evidence: spendingEvidence,
  tables: {
    account_closings: { why: 'account', of: 'accounts' },
    debt_settlements: { why: 'books', of: 'payments' },
    spending_blocks: { why: 'proof', of: 'checks' },
  },
};
