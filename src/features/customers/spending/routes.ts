import * as contract from '#contracts/customers/spending.ts';
import { serve } from '#platform/http/serve.ts';
import { listSpendingBlocks } from './list-spending-blocks.ts';

export const spendingRoutes = [serve(contract.listSpendingBlocks, listSpendingBlocks)];
