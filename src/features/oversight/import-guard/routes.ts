import * as contract from '#contracts/oversight/import-guard.ts';
import { serve } from '#platform/http/serve.ts';
import { describeGuard } from './describe-guard.ts';

export const importGuardRoutes = [serve(contract.describeGuard, describeGuard)];
