import type { Feature } from '../../feature.ts';
import { matchLater } from './matching/match-later.ts';
import { unexplainedAlert } from './matching/unexplained-alert.ts';
import { bankStatementRoutes } from './routes.ts';

export const feature: Feature = {
  routes: bankStatementRoutes,
  vaultJobs: { 'match-payouts': matchLater },
  alertKinds: [unexplainedAlert],
  tables: {
    bank_entries: { why: 'books', of: 'sellers' },
    bank_statements: { why: 'books', of: 'staff' },
  },
};
