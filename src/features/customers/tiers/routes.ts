import * as contract from '#contracts/customers/tiers.ts';
import { serve } from '#platform/http/serve.ts';
import { decideTier } from './decide-tier.ts';
import { getLimits } from './get-limits.ts';
import { listTierRequests } from './requests/list-tier-requests.ts';
import { refuseTierRequest } from './requests/refuse-tier-request.ts';
import { requestTier } from './requests/request-tier.ts';
import { withdrawTierRequest } from './requests/withdraw-tier-request.ts';
import { setTier } from './set-tier.ts';

export const tierRoutes = [
  serve(contract.getLimits, getLimits),
  serve(contract.requestTier, requestTier),
  serve(contract.withdrawTierRequest, withdrawTierRequest),
  serve(contract.listTierRequests, listTierRequests),
  serve(contract.refuseTierRequest, refuseTierRequest),
  serve(contract.setTier, setTier),
  serve(contract.decideTier, decideTier),
];
