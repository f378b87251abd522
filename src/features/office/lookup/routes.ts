import * as contract from '#contracts/office/lookup.ts';
import { serve } from '#platform/http/serve.ts';
import { searchEverything } from './search-everything.ts';

export const lookupRoutes = [serve(contract.searchEverything, searchEverything)];
