import type { Feature } from '../../feature.ts';
import { decisionEvidence } from './decision-evidence.ts';
import { fourEyesRoutes } from './routes.ts';
import { signatureEvidence } from './signatures/signature-evidence.ts';

export const feature: Feature = {
  routes: ({ proposalKinds }) => fourEyesRoutes(proposalKinds),
  evidence: [...decisionEvidence, signatureEvidence],
};
