import * as contract from '#contracts/office/outflows.ts';
import { serve } from '#platform/http/serve.ts';
import { decideEarlierOutflows } from './earlier/decide-earlier-outflows.ts';
import { getEarlierOutflows } from './earlier/get-earlier-outflows.ts';
import { proposeEarlierOutflows } from './earlier/propose-earlier-outflows.ts';
import { exportOutflows } from './export-outflows.ts';
import { getOutflow } from './get-outflow.ts';
import { labelOutflow } from './label-outflow.ts';
import { labelOutflows } from './label-outflows.ts';
import { listOutflows } from './list-outflows.ts';

export const outflowRoutes = [
  serve(contract.listOutflows, listOutflows),
  serve(contract.exportOutflows, exportOutflows),
  serve(contract.getOutflow, getOutflow),
  serve(contract.labelOutflow, labelOutflow),
  serve(contract.labelOutflows, labelOutflows),
  serve(contract.getEarlierOutflows, getEarlierOutflows),
  serve(contract.proposeEarlierOutflows, proposeEarlierOutflows),
  serve(contract.decideEarlierOutflows, decideEarlierOutflows),
];
