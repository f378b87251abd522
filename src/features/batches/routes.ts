import * as contract from '#contracts/batches.ts';
import { serve } from '#platform/http/serve.ts';
import { decideQuarantine } from './decide-quarantine.ts';

export const batchRoutes = [serve(contract.decideQuarantine, decideQuarantine)];
