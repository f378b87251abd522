import { z } from 'zod';
import { call } from './call.ts';
import {
  cents,
  coin,
  dataOf,
  id,
  idParams,
  option,
  pageOf,
  pageQuery,
  positiveCents,
  searchText,
  time,
  units,
} from './shapes.ts';

export const paymentStatuses = ['waiting', 'seen', 'confirming', 'credited', 'expired', 'held'] as const;

export const payment = z.object({
  id,
  coin,
  status: z.enum(paymentStatuses),
  address: z.string(),
  uri: z.string(),
  /** What the quote asks for, at the locked rate. */
  amount_units: units,
  amount_cents: cents,
  received_units: units,
  credited_cents: cents,
  confirmations: z.int(),
  confirmations_needed: z.int(),
  created_at: time,
  expires_at: time,
  txids: z.array(z.string()),
  /** What lifts a hold; null when nothing is held. */
  hold_reason: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

export const createPayment = call({
  method: 'POST',
  path: '/api/billings',
  summary: 'A new payment: an address and an amount at a rate locked for a while',
  guards: ['auth'],
  idempotent: true,
  perMinute: 20,
  body: z.strictObject({ coin, amount_cents: positiveCents }),
  reply: dataOf(payment),
  status: 201,
});

export const listPayments = call({
  method: 'GET',
  path: '/api/billings',
  summary: 'Your payments, newest first',
  guards: ['auth'],
  query: z.object({
    q: searchText.optional(),
    coin: coin.optional(),
    status: z.enum(paymentStatuses).optional(),
    ...pageQuery,
  }),
  reply: pageOf(payment),
});

export const getPayment = call({
  method: 'GET',
  path: '/api/billings/{id}',
  summary: 'One payment',
  guards: ['auth'],
  params: idParams,
  reply: dataOf(payment),
});

export const paymentOptions = call({
  method: 'GET',
  path: '/api/search/billings',
  summary: 'The search options of your payments, with counts; the coins on offer',
  guards: ['auth'],
  reply: dataOf(
    z.object({
      coins: z.array(option),
      statuses: z.array(option),
      offered: z.array(
        z.object({
          coin,
          network: z.string(),
          available: z.boolean(),
          reason: z.string().nullable(),
          minimum_cents: cents,
          confirmations: z.int(),
        }),
      ),
    }),
  ),
});

export const listAddresses = call({
  method: 'GET',
  path: '/api/users/addresses',
  summary: 'Your payment addresses, one for each coin, with their open payment',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ coin, address: z.string(), payment: payment.nullable() }))),
});
