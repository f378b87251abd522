import type { Feature } from '../../feature.ts';
import { bookRoutes } from './routes.ts';
import { closeAccounts } from './sums/close-accounts.ts';
import { closeLedgerDays } from './sums/close-ledger-days.ts';

export const feature: Feature = {
  routes: bookRoutes,
  sweeps: [closeLedgerDays, closeAccounts],
  tables: {
    ledger_days: { why: 'books' },
  },
};
