import * as contract from '#contracts/supply/stock.ts';
import { serve } from '#platform/http/serve.ts';
import { batchOptions } from './batch-options.ts';
import { getBatch } from './get-batch.ts';
import { listBatchCards } from './list-batch-cards.ts';
import { listBatchHistory } from './list-batch-history.ts';
import { listBatches } from './list-batches.ts';
import { stockReport } from './stock-report.ts';

export const stockRoutes = [
  serve(contract.stockReport, stockReport),
  serve(contract.listBatches, listBatches),
  serve(contract.batchOptions, batchOptions),
  serve(contract.getBatch, getBatch),
  serve(contract.listBatchCards, listBatchCards),
  serve(contract.listBatchHistory, listBatchHistory),
];
