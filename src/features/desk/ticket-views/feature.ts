import type { Feature } from '../../feature.ts';
import { ticketViewRoutes } from './routes.ts';
import { viewData } from './view-data.ts';

export const feature: Feature = {
  routes: ticketViewRoutes,
  accountData: [viewData],
  tables: {
    ticket_views: { why: 'account', of: 'staff' },
  },
};
