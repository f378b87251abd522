import type { Feature } from '../../feature.ts';
import { operationsRoutes } from './routes.ts';

export const feature: Feature = {
  routes: operationsRoutes,
  tables: {
    maintenance_windows: { why: 'proof', of: 'staff' },
    worker_loops: { days: 1 },
  },
};
