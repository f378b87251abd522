import type { Feature } from '../../feature.ts';
import { coarsenAddresses } from './coarsen-addresses.ts';
import { auditRoutes } from './routes.ts';
import { brokenAlerts, stalledAlerts } from './verification/alert-kinds.ts';
import { verifyNightly } from './verification/verify-nightly.ts';
import { startChecksLoop } from './verification/watch-checks.ts';

export const feature: Feature = {
  routes: auditRoutes,
  sweeps: [coarsenAddresses],
  vaultLoops: [startChecksLoop],
  vaultSweeps: [verifyNightly],
  alertKinds: [...Object.values(brokenAlerts), ...Object.values(stalledAlerts)],
  tables: {
    verifications: { why: 'proof' },
  },
};
