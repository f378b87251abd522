import * as contract from '#contracts/demo.ts';
import { serve } from '#platform/http/serve.ts';
import { listMails } from './list-mails.ts';
import { mine } from './mine.ts';
import { pay } from './pay.ts';

/** Served in demo mode only. */
export const demoRoutes = [
  serve(contract.demoMails, listMails),
  serve(contract.demoPay, pay),
  serve(contract.demoMine, mine),
];
