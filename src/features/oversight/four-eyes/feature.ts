import type { Feature } from '../../feature.ts';
import { decisionEvidence } from './decision-evidence.ts';
import { recordKinds } from './record-kinds.ts';
import { fourEyesRoutes } from './routes.ts';
import { signatureEvidence } from './signatures/signature-evidence.ts';

export const feature: Feature = {
  routes: ({ proposalKinds }) => fourEyesRoutes(proposalKinds),
  evidence: [...decisionEvidence, signatureEvidence],
  recordKinds,
  tables: {
    proposal_approvals: { why: 'proof', of: 'staff' },
    proposals: { why: 'proof', of: 'staff' },
  },
};
