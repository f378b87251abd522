import * as contract from '#contracts/office/periods.ts';
import { serve } from '#platform/http/serve.ts';
import { exportTrialBalance } from './balance/export-trial-balance.ts';
import { getTrialBalance } from './balance/get-trial-balance.ts';
import { decideChart } from './chart/decide-chart.ts';
import { getChart } from './chart/get-chart.ts';
import { proposeChart } from './chart/propose-chart.ts';
import { exportDatev } from './journal/export-datev.ts';
import { exportJournal } from './journal/export-journal.ts';
import { closeMonth } from './months/close-month.ts';
import { decideReopening } from './months/decide-reopening.ts';
import { getMonth } from './months/get-month.ts';
import { listMonths } from './months/list-months.ts';
import { proposeReopening } from './months/propose-reopening.ts';

export const periodRoutes = [
  serve(contract.getTrialBalance, getTrialBalance),
  serve(contract.exportTrialBalance, exportTrialBalance),
  serve(contract.getChart, getChart),
  serve(contract.proposeChart, proposeChart),
  serve(contract.decideChart, decideChart),
  serve(contract.exportJournal, exportJournal),
  serve(contract.exportDatev, exportDatev),
  serve(contract.listMonths, listMonths),
  serve(contract.getMonth, getMonth),
  serve(contract.closeMonth, closeMonth),
  serve(contract.proposeReopening, proposeReopening),
  serve(contract.decideReopening, decideReopening),
];
