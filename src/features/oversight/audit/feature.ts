import type { Feature } from '../../feature.ts';
import { coarsenAddresses } from './coarsen-addresses.ts';
import { auditRoutes } from './routes.ts';
import { verifyNightly } from './verification/verify-nightly.ts';

export const feature: Feature = {
  routes: auditRoutes,
  sweeps: [verifyNightly, coarsenAddresses],
  tables: {
    verifications: { why: 'proof' },
  },
};
