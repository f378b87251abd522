import * as contract from '#contracts/office/overview.ts';
import { serve } from '#platform/http/serve.ts';
import { countWaiting } from './count-waiting.ts';
import { getOverview } from './get-overview.ts';

export const overviewRoutes = [serve(contract.getOverview, getOverview), serve(contract.countWaiting, countWaiting)];
