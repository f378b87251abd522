import * as contract from '#contracts/prefixes.ts';
import { serve } from '#platform/http/serve.ts';
import { listPrefixes } from './list-prefixes.ts';

export const prefixRoutes = [serve(contract.listPrefixes, listPrefixes)];
