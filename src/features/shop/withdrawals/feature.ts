import type { Feature } from '../../feature.ts';
import { withdrawalMails } from './mails.ts';
import { withdrawalRoutes } from './routes.ts';
import { withdrawalData } from './withdrawal-data.ts';

export const feature: Feature = {
  routes: withdrawalRoutes,
  mails: withdrawalMails,
  accountData: [withdrawalData],
  tables: {
    withdrawals: { why: 'books', of: 'orders' },
  },
};
