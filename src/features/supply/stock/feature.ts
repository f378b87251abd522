import type { Feature } from '../../feature.ts';
import { expiresAlert, lowAlert, stalledAlert } from './alert-kinds.ts';
import { stockRoutes } from './routes.ts';
import { watchStock } from './watch-stock.ts';

export const feature: Feature = {
  routes: stockRoutes,
  sweeps: [watchStock],
  alertKinds: [expiresAlert, lowAlert, stalledAlert],
  tables: {
    batch_stock: { why: 'stock' },
    batch_stock_changes: { why: 'work' },
    stock_totals: { why: 'stock' },
  },
};
