import * as contract from '#contracts/demo/demo.ts';
import { serve } from '#platform/http/serve.ts';
import { listMissingNodes } from './chain/list-missing-nodes.ts';
import { mine } from './chain/mine.ts';
import { pay } from './chain/pay.ts';
import { listMails } from './list-mails.ts';

/** Served in demo mode only. */
export const demoRoutes = [
  serve(contract.listMails, listMails),
  serve(contract.listMissingNodes, listMissingNodes),
  serve(contract.pay, pay),
  serve(contract.mine, mine),
];
