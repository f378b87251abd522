import type { Feature } from '../../feature.ts';
import { periodRoutes } from './routes.ts';
import { closeLedgerDays } from './sums/close-ledger-days.ts';

export const feature: Feature = {
  routes: periodRoutes,
  sweeps: [closeLedgerDays],
  tables: {
    ledger_days: { why: 'books' },
  },
};
