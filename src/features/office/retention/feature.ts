import type { Feature } from '../../feature.ts';
import { applyRetention } from './periods/apply-retention.ts';
import { retentionRoutes } from './routes.ts';

export const feature: Feature = {
  routes: retentionRoutes,
  sweeps: ({ retention }) => [applyRetention(retention)],
  tables: {
    retention_periods: { why: 'settings', of: 'staff' },
    retention_runs: { why: 'proof' },
  },
};
