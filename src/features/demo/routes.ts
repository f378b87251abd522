import * as contract from '#contracts/demo/demo.ts';
import { serve } from '#platform/http/serve.ts';
import { listMails } from './list-mails.ts';
import { listMissingNodes } from './list-missing-nodes.ts';
import { mine } from './mine.ts';
import { pay } from './pay.ts';

/** Served in demo mode only. */
export const demoRoutes = [
  serve(contract.listMails, listMails),
  serve(contract.listMissingNodes, listMissingNodes),
  serve(contract.pay, pay),
  serve(contract.mine, mine),
];
