import * as contract from '#contracts/coins/rates.ts';
import { serve } from '#platform/http/serve.ts';
import { acceptRate } from './accept-rate.ts';
import { getRateJump } from './get-rate-jump.ts';
import { listRateJumps } from './list-rate-jumps.ts';
import { listRates } from './list-rates.ts';
import { proposeRate } from './propose-rate.ts';
import { rateHistory } from './rate-history.ts';

export const rateRoutes = [
  serve(contract.listRates, listRates),
  serve(contract.rateHistory, rateHistory),
  serve(contract.listRateJumps, listRateJumps),
  serve(contract.getRateJump, getRateJump),
  serve(contract.proposeRate, proposeRate),
  serve(contract.acceptRate, acceptRate),
];
