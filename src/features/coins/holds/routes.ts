import * as contract from '#contracts/coins/holds.ts';
import { serve } from '#platform/http/serve.ts';
import { confirmHold } from './confirm-hold.ts';
import { getHeld } from './get-held.ts';
import { listHeld } from './list-held.ts';
import { releasePayment } from './release-payment.ts';

export const holdRoutes = [
  serve(contract.listHeld, listHeld),
  serve(contract.getHeld, getHeld),
  serve(contract.releasePayment, releasePayment),
  serve(contract.confirmHold, confirmHold),
];
