import * as contract from '#contracts/rates.ts';
import { serve } from '#platform/http/serve.ts';
import { listRates } from './list-rates.ts';
import { rateHistory } from './rate-history.ts';

export const rateRoutes = [serve(contract.listRates, listRates), serve(contract.rateHistory, rateHistory)];
