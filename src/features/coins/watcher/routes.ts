import * as contract from '#contracts/coins/watcher.ts';
import { serve } from '#platform/http/serve.ts';
import { listChains } from './list-chains.ts';

export const watcherRoutes = [serve(contract.listChains, listChains)];
