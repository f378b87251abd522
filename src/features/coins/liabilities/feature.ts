import type { Feature } from '../../feature.ts';
import { proofData } from './proofs/proof-data.ts';
import { PROVABLE_DAYS } from './proofs/provable-nights.ts';
import { sweepTrees } from './proofs/sweep-trees.ts';
import { unpublishedAlerts } from './publish/alert-kinds.ts';
import { publishSum } from './publish/publish-sum.ts';
import { queueSum } from './publish/queue-sum.ts';
import { liabilityRoutes } from './routes.ts';

export const feature: Feature = {
  routes: liabilityRoutes,
  vaultJobs: { 'publish-sum': publishSum },
  sweeps: [queueSum, sweepTrees],
  alertKinds: Object.values(unpublishedAlerts),
  accountData: [proofData],
  tables: {
    published_sums: { why: 'proof' },
    sum_chunks: { days: PROVABLE_DAYS, of: 'payments' },
  },
};
