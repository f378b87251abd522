import * as contract from '#contracts/coins/liabilities.ts';
import { serve } from '#platform/http/serve.ts';
import { getOwnProof } from './get-own-proof.ts';
import { listPublishedSums } from './list-published-sums.ts';

export const liabilityRoutes = [
  serve(contract.listPublishedSums, listPublishedSums),
  serve(contract.getOwnProof, getOwnProof),
];
