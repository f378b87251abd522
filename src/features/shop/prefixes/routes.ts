import * as contract from '#contracts/shop/prefixes.ts';
import { serve } from '#platform/http/serve.ts';
import { listPrefixes } from './list-prefixes.ts';
import { prefixOptions } from './prefix-options.ts';

export const prefixRoutes = [serve(contract.listPrefixes, listPrefixes), serve(contract.prefixOptions, prefixOptions)];
