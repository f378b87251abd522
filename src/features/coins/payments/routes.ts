import * as contract from '#contracts/coins/payments.ts';
import { serve } from '#platform/http/serve.ts';
import { createPayment } from './create-payment.ts';
import { getPayment } from './get-payment.ts';
import { listAddresses } from './list-addresses.ts';
import { listPayments } from './list-payments.ts';
import { paymentOptions } from './payment-options.ts';

export const paymentRoutes = [
  serve(contract.createPayment, createPayment),
  serve(contract.listPayments, listPayments),
  serve(contract.getPayment, getPayment),
  serve(contract.paymentOptions, paymentOptions),
  serve(contract.listAddresses, listAddresses),
];
