import * as contract from '#contracts/office/outflows.ts';
import { serve } from '#platform/http/serve.ts';
import { exportOutflows } from './export-outflows.ts';
import { getOutflow } from './get-outflow.ts';
import { labelOutflow } from './label-outflow.ts';
import { listOutflows } from './list-outflows.ts';

export const outflowRoutes = [
  serve(contract.listOutflows, listOutflows),
  serve(contract.exportOutflows, exportOutflows),
  serve(contract.getOutflow, getOutflow),
  serve(contract.labelOutflow, labelOutflow),
];
