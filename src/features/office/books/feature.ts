import type { Feature } from '../../feature.ts';
import { dollarsAlert, unitsAlert } from './alert-kinds.ts';
import { bookRoutes } from './routes.ts';
import { closeAccounts } from './sums/close-accounts.ts';
import { watchReconciliation } from './watch-reconciliation.ts';

export const feature: Feature = {
  routes: bookRoutes,
  sweeps: [closeAccounts, watchReconciliation],
  alertKinds: [dollarsAlert, unitsAlert],
};
