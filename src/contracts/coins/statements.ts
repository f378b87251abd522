import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, coin, dataOf, id, idParams, queryInt, time, units } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { payment } from './payments.ts';

/** A part of a payment that was credited at one rate. */
export const creditedPart = z.object({
  payment_id: id,
  number: z.int(),
  coin,
  network: z.string(),
  /** Empty if the stored one is none of the shop's. */
  address: z.string(),
  txid: z.string(),
  /** Block height; null while a reorganisation has removed it from the chain. */
  height: z.int().nullable(),
  units,
  cents,
  /** Dollars for one coin, a decimal string. */
  usd: z.string(),
  /** Whether `usd` is the payment's locked rate or the rate at crediting. */
  locked: z.boolean(),
  rate_sources: z.array(z.string()),
  rate_at: time,
  at: time,
  /** When it was reversed because its coins left the chain. */
  reversed_at: time.nullable(),
});
export type CreditedPart = z.infer<typeof creditedPart>;

export const getReceipt = call({
  method: 'GET',
  path: '/api/billings/{id}/receipt',
  summary: 'The receipt of a payment of which something was credited',
  guards: ['auth'],
  inVault: true,
  params: idParams,
  reply: dataOf(
    z.object({
      number: z.int(),
      shop: z.object({ name: z.string(), url: z.string() }),
      buyer: z.object({ username: z.string(), name: z.string(), email: z.string() }),
      payment,
      network: z.string(),
      parts: z.array(creditedPart),
      total_cents: cents,
      /** The part of the total that settled an earlier debt instead of reaching the balance. */
      repaid_cents: cents,
    }),
  ),
});

export const exportYear = call({
  method: 'GET',
  path: '/api/exports/billings',
  summary: 'Everything credited to you in a year (UTC), oldest first',
  guards: ['auth'],
  inVault: true,
  perMinute: 30,
  query: z.object({ year: queryInt(2009, 9999) }),
  reply: z.object({ data: z.array(creditedPart) }),
});

/** A month of a year, in UTC. */
const month = onSurface('shaped', z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, messageKey('invalid.month')));

const sums = {
  month,
  opening_cents: cents,
  in_cents: cents,
  out_cents: cents,
  closing_cents: cents,
};

export const listStatements = call({
  method: 'GET',
  path: '/api/statements',
  summary: 'Your months since you registered, newest first, with what moved your balance',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ ...sums, movements: z.int() }))),
});

export const getStatement = call({
  method: 'GET',
  path: '/api/statements/{month}',
  summary: 'One month: everything that moved your balance, with the balance after each',
  guards: ['auth'],
  params: z.object({ month }),
  reply: dataOf(
    z.object({
      ...sums,
      buyer: z.object({ username: z.string(), name: z.string() }),
      previous: month.nullable(),
      next: month.nullable(),
      lines: z.array(
        z.object({
          at: time,
          kind: z.string(),
          /** The payment or order it belongs to. */
          payment: z.object({ id, number: z.int() }).nullable(),
          order: z.object({ id, number: z.int() }).nullable(),
          amount_cents: z.int(),
          balance_cents: cents,
        }),
      ),
    }),
  ),
});
