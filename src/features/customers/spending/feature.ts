import type { Feature } from '../../feature.ts';
import { spendingRoutes } from './routes.ts';
import { spendingData } from './spending-data.ts';

export const feature: Feature = {
  routes: spendingRoutes,
  accountData: [spendingData],
};
