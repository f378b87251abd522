import * as contract from '#contracts/batches.ts';
import { serve } from '#platform/http/serve.ts';
import { approveBatch } from './approve-batch.ts';
import { decideQuarantine } from './decide-quarantine.ts';
import { getBatch } from './get-batch.ts';
import { rejectBatch } from './reject-batch.ts';

export const batchRoutes = [
  serve(contract.getBatch, getBatch),
  serve(contract.approveBatch, approveBatch),
  serve(contract.rejectBatch, rejectBatch),
  serve(contract.decideQuarantine, decideQuarantine),
];
