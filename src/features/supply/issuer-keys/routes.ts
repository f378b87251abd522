import * as contract from '#contracts/supply/issuer-keys.ts';
import { serve } from '#platform/http/serve.ts';
import { approveKey } from './approve-key.ts';
import { proposeKey } from './propose-key.ts';
import { rejectKey } from './reject-key.ts';
import { revokeKey } from './revoke-key.ts';

export const issuerKeyRoutes = [
  serve(contract.proposeKey, proposeKey),
  serve(contract.approveKey, approveKey),
  serve(contract.rejectKey, rejectKey),
  serve(contract.revokeKey, revokeKey),
];
