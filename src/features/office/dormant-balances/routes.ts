import * as contract from '#contracts/office/dormant-balances.ts';
import { serve } from '#platform/http/serve.ts';
import { exportDormantBalances } from './export-dormant-balances.ts';
import { listDormantBalances } from './list-dormant-balances.ts';
import { sumDormantBalances } from './sum-dormant-balances.ts';

export const dormantBalanceRoutes = [
  serve(contract.sumDormantBalances, sumDormantBalances),
  serve(contract.listDormantBalances, listDormantBalances),
  serve(contract.exportDormantBalances, exportDormantBalances),
];
