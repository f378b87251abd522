import * as contract from '#contracts/office/periods.ts';
import { serve } from '#platform/http/serve.ts';
import { exportTrialBalance } from './balance/export-trial-balance.ts';
import { getTrialBalance } from './balance/get-trial-balance.ts';

export const periodRoutes = [
  serve(contract.getTrialBalance, getTrialBalance),
  serve(contract.exportTrialBalance, exportTrialBalance),
];
