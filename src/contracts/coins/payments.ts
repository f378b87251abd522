import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import {
  cents,
  coin,
  dataOf,
  day,
  id,
  idParams,
  option,
  pageOf,
  pageQuery,
  positiveCents,
  searchText,
  time,
  units,
} from '../shapes.ts';
import { holdReasons } from './deposits.ts';

export const paymentStatuses = ['waiting', 'seen', 'confirming', 'credited', 'expired', 'held'] as const;

const reasonCode = z.enum(['unwatched', 'behind', 'not_ready', 'no_rate']);

export const payment = z.object({
  id,
  coin,
  status: z.enum(paymentStatuses),
  /** Empty, as every `uri` is, while `refused` says why nobody may pay to it. */
  address: z.string(),
  uri: z.string(),
  /** The stored address is none of the shop's: what its buyer should know. Null for every payment that can be made. */
  refused: z.string().nullable(),
  /** The amount of the quote, at the locked rate. */
  amount_units: units,
  amount_cents: cents,
  received_units: units,
  credited_cents: cents,
  confirmations: z.int(),
  confirmations_needed: z.int(),
  created_at: time,
  expires_at: time,
  txids: z.array(z.string()),
  /** What lifts the hold; null if nothing is on hold. */
  hold_reason: z.string().nullable(),
  /** Amounts on hold, why, and what lifts each hold; `cents` at the newest rate. A payment may be partly on hold. */
  holds: z.array(z.object({ reason: z.enum(holdReasons), units, cents: cents.nullable(), text: z.string() })),
  /** What came in amounts that cost more to spend than they are worth, waits for its sum, and what that takes; null if nothing. */
  dust: z.object({ units, text: z.string() }).nullable(),
  /** The number on its receipt. */
  number: z.int(),
  network: z.string(),
  /** Average block time of the network. */
  block_seconds: z.int(),
  /** Why the network isn't being followed right now; null if it is. No payment is lost. */
  paused: reasonCode.nullable(),
  /** What an underpaid payment still lacks, to the same address; null if nothing or everything has arrived. */
  rest: z.object({ units, cents, uri: z.string() }).nullable(),
  /** The locked rate: dollars for one coin, a decimal string with up to 8 decimals. */
  usd: z.string(),
  /** When its last part was credited. */
  credited_at: time.nullable(),
});
export type Payment = z.infer<typeof payment>;

export const createPayment = call({
  method: 'POST',
  path: '/api/billings',
  summary: 'A new payment: an address and an amount at a rate locked for a while',
  guards: ['auth'],
  inVault: true,
  idempotent: true,
  perMinute: 20,
  /** The amount, either in dollars or in the coin. */
  body: z
    .strictObject({ coin, amount_cents: positiveCents.optional(), amount_units: units.optional() })
    .refine(({ amount_cents, amount_units }) => (amount_cents === undefined) !== (amount_units === undefined), {
      path: ['amount_cents'],
      message: messageKey('billing.one_amount'),
    }),
  reply: dataOf(payment),
  status: 201,
});

export const listPayments = call({
  method: 'GET',
  path: '/api/billings',
  summary: 'Your payments, newest first',
  guards: ['auth'],
  inVault: true,
  query: z.object({
    q: searchText.optional(),
    coin: coin.optional(),
    status: z.enum(paymentStatuses).optional(),
    /** Created between these days, inclusive, in UTC. */
    from: day.optional(),
    to: day.optional(),
    /** Only payments that are still in progress. */
    open: z.literal('1').optional(),
    ...pageQuery,
  }),
  reply: pageOf(payment),
});

export const getPayment = call({
  method: 'GET',
  path: '/api/billings/{id}',
  summary: 'One payment',
  guards: ['auth'],
  inVault: true,
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
          /** Why the coin can't be used now, as a sentence and as a code. */
          reason: z.string().nullable(),
          reason_code: reasonCode.nullable(),
          minimum_cents: cents,
          /** What is sent in smaller amounts is only credited in sum; null where nothing is. */
          dust_below_units: units.nullable(),
          /** For ordinary payments, and for those from `large_from_cents` on. */
          confirmations: z.int(),
          large_from_cents: cents,
          large_confirmations: z.int(),
          /** Average block time. */
          block_seconds: z.int(),
          /** The newest rate; null if there is no fresh one. */
          usd: z.string().nullable(),
        }),
      ),
      limits: z.object({
        stored_cents: cents,
        stored_limit_cents: cents,
        top_up_30d_cents: cents,
        top_up_30d_limit_cents: cents,
        /** How much can be added now. */
        room_cents: cents,
        /** Why nothing can be added while a refund has the balance over the limit; null while it isn't. */
        over: z.string().nullable(),
      }),
    }),
  ),
});

export const listAddresses = call({
  method: 'GET',
  path: '/api/users/addresses',
  summary: 'Your payment addresses, one for each coin, with their open payment',
  guards: ['auth'],
  inVault: true,
  reply: dataOf(z.array(z.object({ coin, address: z.string(), payment: payment.nullable() }))),
});
