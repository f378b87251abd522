import * as contract from '#contracts/office/desk-report.ts';
import { serve } from '#platform/http/serve.ts';
import { getDeskReport } from './get-desk-report.ts';

export const deskReportRoutes = [serve(contract.getDeskReport, getDeskReport)];
