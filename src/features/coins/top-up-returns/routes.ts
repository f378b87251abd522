import * as contract from '#contracts/coins/top-up-returns.ts';
import { serve } from '#platform/http/serve.ts';
import { closeAccount } from './close-account.ts';
import { decideTopUpReturn } from './decide-top-up-return.ts';
import { exportTopUpReturns } from './export-top-up-returns.ts';
import { failTopUpReturn } from './fail-top-up-return.ts';
import { getClosing } from './get-closing.ts';
import { getTopUpReturn } from './get-top-up-return.ts';
import { listTopUpReturns } from './list-top-up-returns.ts';
import { openTopUpReturns } from './open-top-up-returns.ts';
import { proposeTopUpReturn } from './propose-top-up-return.ts';
import { recordTopUpReturn } from './record-top-up-return.ts';
import { reopenAccount } from './reopen-account.ts';
import { decideReturnReversal } from './reversal/decide-return-reversal.ts';
import { proposeReturnReversal } from './reversal/propose-return-reversal.ts';

export const topUpReturnRoutes = [
  serve(contract.getClosing, getClosing),
  serve(contract.closeAccount, closeAccount),
  serve(contract.reopenAccount, reopenAccount),
  serve(contract.listTopUpReturns, listTopUpReturns),
  serve(contract.getTopUpReturn, getTopUpReturn),
  serve(contract.openTopUpReturns, openTopUpReturns),
  serve(contract.proposeTopUpReturn, proposeTopUpReturn),
  serve(contract.decideTopUpReturn, decideTopUpReturn),
  serve(contract.exportTopUpReturns, exportTopUpReturns),
  serve(contract.recordTopUpReturn, recordTopUpReturn),
  serve(contract.failTopUpReturn, failTopUpReturn),
  serve(contract.proposeReturnReversal, proposeReturnReversal),
  serve(contract.decideReturnReversal, decideReturnReversal),
];
