import type { Feature } from '../../feature.ts';
import { unexplainedAlert } from './matching/unexplained-alert.ts';
import { bankStatementRoutes } from './routes.ts';

export const feature: Feature = {
  routes: bankStatementRoutes,
  alertKinds: [unexplainedAlert],
  tables: {
    bank_entries: { why: 'books', of: 'sellers' },
    bank_statements: { why: 'books', of: 'staff' },
  },
};
