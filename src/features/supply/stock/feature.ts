import type { Feature } from '../../feature.ts';
import { expiresAlert, lowAlert, stalledAlert } from './alert-kinds.ts';
import { stockRoutes } from './routes.ts';
import { watchStock } from './watch-stock.ts';

export const feature: Feature = {
  routes: stockRoutes,
  sweeps: [watchStock],
  alertKinds: [expiresAlert, lowAlert, stalledAlert],
};
