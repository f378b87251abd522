import * as contract from '#contracts/supply/payouts.ts';
import { serve } from '#platform/http/serve.ts';
import { decidePayout } from './decide-payout.ts';
import { exportPayouts } from './export-payouts.ts';
import { failPayout } from './fail-payout.ts';
import { getSellerPayment } from './get-seller-payment.ts';
import { getSellerStatement } from './get-seller-statement.ts';
import { exportPayoutHistory } from './history/export-payout-history.ts';
import { listPayouts } from './list-payouts.ts';
import { proposePayout } from './propose-payout.ts';
import { recordPayout } from './record-payout.ts';
import { decidePayoutReturn } from './returned/decide-payout-return.ts';
import { proposePayoutReturn } from './returned/propose-payout-return.ts';
import { setDestination } from './set-destination.ts';

export const payoutRoutes = [
  serve(contract.getSellerPayment, getSellerPayment),
  serve(contract.proposePayout, proposePayout),
  serve(contract.setDestination, setDestination),
  serve(contract.getSellerStatement, getSellerStatement),
  serve(contract.listPayouts, listPayouts),
  serve(contract.decidePayout, decidePayout),
  serve(contract.exportPayouts, exportPayouts),
  serve(contract.recordPayout, recordPayout),
  serve(contract.failPayout, failPayout),
  serve(contract.proposePayoutReturn, proposePayoutReturn),
  serve(contract.decidePayoutReturn, decidePayoutReturn),
  serve(contract.exportPayoutHistory, exportPayoutHistory),
];
