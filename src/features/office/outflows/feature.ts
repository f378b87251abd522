import type { Feature } from '../../feature.ts';
import { unlabelledAlert } from './alert-kinds.ts';
import { earlierKind } from './earlier/earlier-kind.ts';
import { outflowEvidence } from './outflow-evidence.ts';
import { outflowRoutes } from './routes.ts';
import { watchOutflows } from './watch-outflows.ts';

export const feature: Feature = {
  routes: outflowRoutes,
  vaultSweeps: [watchOutflows],
  alertKinds: [unlabelledAlert],
  proposalKinds: [earlierKind],
  evidence: outflowEvidence,
  tables: {
    outflow_labels: { why: 'books', of: 'staff' },
    outflow_transactions: { why: 'chain' },
  },
};
