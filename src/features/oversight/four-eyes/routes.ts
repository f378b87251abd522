import * as contract from '#contracts/oversight/four-eyes.ts';
import { serve } from '#platform/http/serve.ts';
import type { ProposalKind } from '../../feature.ts';
import { createDecisionChallenge } from './create-decision-challenge.ts';
import { listProposals } from './list-proposals.ts';
import { withdrawProposal } from './withdraw-proposal.ts';

export const fourEyesRoutes = (kinds: readonly ProposalKind[]) => [
  serve(contract.listProposals, listProposals(kinds)),
  serve(contract.withdrawProposal, withdrawProposal),
  serve(contract.createDecisionChallenge, createDecisionChallenge),
];
