import type { Feature } from '../../feature.ts';
import { chartKind } from './chart/chart-kind.ts';
import { reopeningKind } from './months/reopening-kind.ts';
import { periodEvidence } from './period-evidence.ts';
import { periodRoutes } from './routes.ts';
import { closeLedgerDays } from './sums/close-ledger-days.ts';
import { closeSaleDays } from './sums/close-sale-days.ts';

export const feature: Feature = {
  routes: periodRoutes,
  sweeps: [closeLedgerDays, closeSaleDays],
  proposalKinds: [chartKind, reopeningKind],
  evidence: periodEvidence,
  tables: {
    account_charts: { why: 'books' },
    account_numbers: { why: 'books' },
    ledger_days: { why: 'books' },
    month_closings: { why: 'books' },
    month_sums: { why: 'books' },
    sale_days: { why: 'books' },
  },
};
