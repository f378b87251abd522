import * as contract from '#contracts/office/gobd.ts';
import { serve } from '#platform/http/serve.ts';
import { exportGobd } from './export-gobd.ts';

export const gobdRoutes = [serve(contract.exportGobd, exportGobd)];
