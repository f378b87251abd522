import type { Feature } from '../../feature.ts';
import { loopStuckAlert } from './jobs/loop-stuck-alert.ts';
import { operationsRoutes } from './routes.ts';

export const feature: Feature = {
  routes: operationsRoutes,
  alertKinds: [loopStuckAlert],
  tables: {
    maintenance_windows: { why: 'proof', of: 'staff' },
    worker_loops: { days: 1 },
  },
};
