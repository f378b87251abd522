import * as records from '#contracts/billing-records.ts';
import * as chains from '#contracts/chains.ts';
import * as held from '#contracts/held-payments.ts';
import * as contract from '#contracts/payments.ts';
import * as suspense from '#contracts/suspense.ts';
import { serve } from '#platform/http/serve.ts';
import { createPayment } from './create-payment.ts';
import { getPayment } from './get-payment.ts';
import { getHeld } from './held/get-held.ts';
import { keepPayment } from './held/keep-payment.ts';
import { listHeld } from './held/list-held.ts';
import { releasePayment } from './held/release-payment.ts';
import { listAddresses } from './list-addresses.ts';
import { listChains } from './list-chains.ts';
import { listPayments } from './list-payments.ts';
import { paymentOptions } from './payment-options.ts';
import { exportYear } from './records/export-year.ts';
import { getReceipt } from './records/get-receipt.ts';
import { getStatement } from './records/get-statement.ts';
import { listStatements } from './records/list-statements.ts';
import { approveOwner } from './suspense/approve-owner.ts';
import { getSuspense } from './suspense/get-suspense.ts';
import { listSuspense } from './suspense/list-suspense.ts';
import { proposeOwner } from './suspense/propose-owner.ts';

export const paymentRoutes = [
  serve(contract.createPayment, createPayment),
  serve(contract.listPayments, listPayments),
  serve(contract.getPayment, getPayment),
  serve(contract.paymentOptions, paymentOptions),
  serve(contract.listAddresses, listAddresses),
  serve(records.getReceipt, getReceipt),
  serve(records.exportYear, exportYear),
  serve(records.listStatements, listStatements),
  serve(records.getStatement, getStatement),
  serve(held.listHeld, listHeld),
  serve(held.getHeld, getHeld),
  serve(held.releasePayment, releasePayment),
  serve(held.keepPayment, keepPayment),
  serve(chains.listChains, listChains),
  serve(suspense.listSuspense, listSuspense),
  serve(suspense.getSuspense, getSuspense),
  serve(suspense.proposeOwner, proposeOwner),
  serve(suspense.approveOwner, approveOwner),
];
