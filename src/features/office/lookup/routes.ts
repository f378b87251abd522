import * as contract from '#contracts/office/lookup.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { searchEverything } from './search-everything.ts';
import { searchOwn } from './search-own.ts';

export const lookupRoutes = (brought: Brought) => [
  serve(contract.searchEverything, searchEverything(brought)),
  serve(contract.searchOwn, searchOwn),
];
