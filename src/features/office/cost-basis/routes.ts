import * as contract from '#contracts/office/cost-basis.ts';
import { serve } from '#platform/http/serve.ts';
import { exportCredits } from './export-credits.ts';
import { exportDisposals } from './export-disposals.ts';
import { getCostBasis } from './get-cost-basis.ts';

export const costBasisRoutes = [
  serve(contract.getCostBasis, getCostBasis),
  serve(contract.exportDisposals, exportDisposals),
  serve(contract.exportCredits, exportCredits),
];
