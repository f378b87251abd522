import * as contract from '#contracts/desk/claims.ts';
import { serve } from '#platform/http/serve.ts';
import { checkCard } from './check-card.ts';
import { askBeforeClaim, claimCard } from './claim-card.ts';
import { decideGoodwill } from './decide-goodwill.ts';
import { getClaim } from './get-claim.ts';
import { listClaims } from './list-claims.ts';
import { proposeGoodwill } from './propose-goodwill.ts';
import { refuseClaim } from './refuse-claim.ts';

export const claimRoutes = [
  serve(contract.checkCard, checkCard),
  serve(contract.claimCard, claimCard, askBeforeClaim),
  serve(contract.listClaims, listClaims),
  serve(contract.getClaim, getClaim),
  serve(contract.refuseClaim, refuseClaim),
  serve(contract.proposeGoodwill, proposeGoodwill),
  serve(contract.decideGoodwill, decideGoodwill),
];
