import * as contract from '#contracts/oversight/four-eyes.ts';
import { serve } from '#platform/http/serve.ts';
import type { ProposalKind } from '../../feature.ts';
import { listProposals } from './list-proposals.ts';
import { createDecisionChallenge } from './signatures/create-decision-challenge.ts';
import { withdrawProposal } from './withdraw-proposal.ts';

export const fourEyesRoutes = (kinds: readonly ProposalKind[]) => [
  serve(contract.listProposals, listProposals(kinds)),
  serve(contract.withdrawProposal, withdrawProposal),
  serve(contract.createDecisionChallenge, createDecisionChallenge),
];
