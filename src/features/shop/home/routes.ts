import * as contract from '#contracts/shop/home.ts';
import { serve } from '#platform/http/serve.ts';
import type { AttentionSource } from '../../feature.ts';
import { listAttentionOf } from './list-attention.ts';
import { listFaces } from './list-faces.ts';

export const homeRoutes = (sources: readonly AttentionSource[]) => [
  serve(contract.listAttention, listAttentionOf(sources)),
  serve(contract.listFaces, listFaces),
];
