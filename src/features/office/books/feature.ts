import type { Feature } from '../../feature.ts';
import { bookRoutes } from './routes.ts';
import { closeAccounts } from './sums/close-accounts.ts';

export const feature: Feature = {
  routes: bookRoutes,
  sweeps: [closeAccounts],
};
