import type { Feature } from '../../feature.ts';
import { spendingRoutes } from './routes.ts';
import { spendingData } from './spending-data.ts';

export const feature: Feature = {
  routes: spendingRoutes,
  accountData: [spendingData],
  tables: {
    account_closings: { why: 'account', of: 'accounts' },
    spending_blocks: { why: 'proof', of: 'checks' },
  },
};
