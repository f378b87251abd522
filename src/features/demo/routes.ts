import * as contract from '#contracts/demo.ts';
import { serve } from '#platform/http/serve.ts';
import { listMails } from './list-mails.ts';

/** Served in demo mode only. */
export const demoRoutes = [serve(contract.demoMails, listMails)];
