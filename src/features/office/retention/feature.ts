import type { Feature } from '../../feature.ts';
import { applyRetention } from './periods/apply-retention.ts';
import { retentionRoutes } from './routes.ts';

export const feature: Feature = {
  routes: ({ retention, accountData }) => retentionRoutes(retention, accountData),
  sweeps: ({ retention }) => [applyRetention(retention)],
};
