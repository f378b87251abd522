import { z } from 'zod';
import { call } from '../call.ts';
import { namedRecord } from '../oversight/audit.ts';
import { cents, coin, country, dataOf, day, id, links, queryInt, time, units, withPeople } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { reserve } from './cold-wallets.ts';
import { outflowSum } from './outflows.ts';
import { accountSide as side, suspense } from './periods.ts';

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
const cursor = onSurface('unstored', z.string().max(1024)).optional();
const accountKind = onSurface('shaped', z.string().regex(/^[a-z][a-z_]{0,60}$/));
const ledgerId = z.object({ id: queryInt(1, 999_999_999_999) });
/** Cents that may be below zero. */
const signed = z.int();

const accountSummary = z.object({
  id: z.int(),
  kind: z.string(),
  /** null: the shop's own. */
  owner: namedRecord.nullable(),
  balance_cents: signed,
});
export type LedgerAccount = z.infer<typeof accountSummary>;

const accountKindSums = z.object({
  kind: z.string(),
  side,
  debited_cents: cents,
  credited_cents: cents,
  balance_cents: signed,
});
export type AccountKind = z.infer<typeof accountKindSums>;

export const listAccountKinds = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/kinds',
  summary: 'Every kind of account with its sums; together they are zero',
  reply: dataOf(z.array(accountKindSums)),
});

const period = { from: day.optional(), to: day.optional() };

const flow = z.object({
  debit_kind: z.string(),
  credit_kind: z.string(),
  kind: z.string(),
  transfers: z.int(),
  cents,
});
export type LedgerFlow = z.infer<typeof flow>;

export const getLedgerFlow = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/flow',
  summary: 'What moved between the kinds of accounts from one day to another (UTC), by default in the last 30 days',
  query: z.object(period),
  reply: z.object({ data: z.array(flow), meta: z.object({ from: day, to: day }) }),
});

export const listLedgerAccounts = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/accounts',
  summary: 'The accounts of one kind, or of one owner by name or id, with their balances; whom it shows is audited',
  changesState: true,
  query: z.object({
    kind: accountKind.optional(),
    owner: onSurface('identifier', z.string().trim().max(100)).optional(),
    per_page: queryInt(1, 100).optional(),
    cursor,
  }),
  reply: z.object({ data: z.array(accountSummary), meta: z.object({ per_page: z.int() }), links }),
});

const line = z.object({
  /** The transfer's id. */
  id: z.int(),
  at: time,
  kind: z.string(),
  other: z.object({ id: z.int(), kind: z.string() }),
  /** What came in, or went out below zero. */
  cents: signed,
  /** The balance after it. */
  balance_cents: signed,
  reference: id.nullable(),
  record: namedRecord.nullable(),
});
export type LedgerLine = z.infer<typeof line>;

export const getLedgerAccount = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/accounts/{id}',
  summary: "One account with its transfers, newest first, and the balance after each; a look at a user's is audited",
  changesState: true,
  params: ledgerId,
  query: z.object({ per_page: queryInt(1, 100).optional(), cursor }),
  reply: z.object({
    data: accountSummary.extend({ lines: z.array(line) }),
    meta: z.object({ per_page: z.int() }),
    links,
  }),
});

const transferSummary = z.object({
  id: z.int(),
  at: time,
  kind: z.string(),
  debit: z.object({ id: z.int(), kind: z.string() }),
  credit: z.object({ id: z.int(), kind: z.string() }),
  amount_cents: cents,
  reference: id.nullable(),
  record: namedRecord.nullable(),
});
export type LedgerTransfer = z.infer<typeof transferSummary>;

export const listTransfers = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/transfers',
  summary:
    'Transfers, newest first: all of an order by its number with # or of any record by its id, by kind and by days',
  query: z.object({
    reference: onSurface('identifier', z.string().trim().max(100)).optional(),
    kind: accountKind.optional(),
    ...period,
    per_page: queryInt(1, 100).optional(),
    cursor,
  }),
  reply: z.object({ data: z.array(transferSummary), meta: z.object({ per_page: z.int() }), links }),
});

export const getTransfer = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/transfers/{id}',
  summary: 'One transfer with its accounts, its cause, and what else the same cause moved; whom it shows is audited',
  changesState: true,
  params: ledgerId,
  reply: dataOf(
    transferSummary.extend({
      debit: accountSummary.omit({ balance_cents: true }),
      credit: accountSummary.omit({ balance_cents: true }),
      unique_key: z.string(),
      related: z.array(transferSummary),
    }),
  ),
});

const coinHolding = z.object({
  coin,
  /** All that reached the shop's addresses and is on the chain: credited - gone + held + waiting + unclaimed + unexplained. */
  received_units: units,
  /** By the single credits, not by what deposits say of themselves. */
  credited_units: units,
  /** Credited, but a reorganisation removed it: taken back once that is certain. */
  gone_units: units,
  /** On hold until a limit has room or somebody decides. */
  held_units: z.string(),
  /** Not confirmed yet, or due to be credited. */
  waiting_units: z.string(),
  unclaimed_units: units,
  /** What is received and is none of these: below zero where more is credited than came. */
  unexplained_units: z.string(),
  moved_units: units,
  /** Received and not moved away since. */
  on_addresses_units: z.string(),
  /** Dollars for one coin; null while no rate is known. */
  usd: z.string().nullable(),
  rate_at: time.nullable(),
  /** The rate is older than ten minutes, or on hold. */
  stale: z.boolean(),
  /** What is on addresses at the newest rate. */
  worth_cents: signed,
  /** What was credited for it, by the ledger; what was sent back is taken off. */
  credited_cents: signed,
  /** What the credited units were worth at the rate of each credit. */
  cost_cents: signed,
  /** What they are worth now, beyond that. */
  price_change_cents: signed,
});
export type CoinHolding = z.infer<typeof coinHolding>;

export const getReconciliation = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/ledger/reconciliation',
  summary: 'What the shop owes against what its addresses hold at current rates, with the difference explained',
  reply: dataOf(
    z.object({
      /** Kinds of accounts of users and sellers; a debt counts below zero. */
      owed: z.array(z.object({ kind: z.string(), side, cents: signed })),
      owed_cents: signed,
      coins: z.array(coinHolding),
      /** Received and not credited, which no account of the ledger holds. */
      suspense: z.array(suspense),
      /** Moved away, by what for: together what each coin says that moved. */
      outflows: z.array(outflowSum),
      /** In the operator's own wallets; part of no sum here. */
      reserves: z.array(reserve),
      worth_cents: signed,
      difference_cents: signed,
      /** What the difference is made of. The names of kinds of house accounts stand beside the fixed reasons. */
      explained: z.array(
        z.object({
          reason: z.enum([
            'price_change',
            'held',
            'waiting',
            'unclaimed',
            'gone',
            'moved',
            'sent_back',
            'paid_out',
            'account',
            'rounding',
            'unexplained',
          ]),
          account: z.string().nullable(),
          cents: signed,
        }),
      ),
    }),
  ),
});

const voucherKind = z.enum(['single_purpose', 'multi_purpose']);
export const taxFilters = {
  year: onSurface('shaped', z.string().regex(/^20\d{2}$/)),
  /** The country that the cards are for. */
  country: country.optional(),
  voucher_kind: voucherKind.optional(),
};

const taxRow = z.object({
  month: z.string(),
  voucher_kind: voucherKind,
  country: z.string(),
  sales: z.int(),
  sold_cents: cents,
  refunds: z.int(),
  refunded_cents: cents,
  /** What sellers get of it, refunds taken off. */
  seller_cents: signed,
});
export type TaxRow = z.infer<typeof taxRow>;

export const getTaxReport = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/tax-report',
  summary: 'Sales and refunds of a year by month (UTC), country and kind of voucher, beside the sums of the ledger',
  query: z.object(taxFilters),
  reply: z.object({
    data: z.array(taxRow),
    meta: z.object({
      /** Over all countries and kinds. */
      ledger: z.object({ sold_cents: cents, refunded_cents: cents }),
      countries: z.array(z.string()),
    }),
  }),
});

export const exportTax = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/tax-export',
  summary: 'Every sold and refunded card of a year as a CSV file for a tax adviser; audited',
  secret: true,
  changesState: true,
  stepUp: 'always',
  download: 'facevalue-tax.csv',
  query: z.object(taxFilters),
  reply: z.string(),
});

/** `credited` and `reversed` are each credit and each one taken back, on its own day; the others are payments by the day of the quote. */
export const PAYMENT_LIST_STATES = [
  'waiting',
  'seen',
  'confirming',
  'held',
  'expired',
  'credited',
  'reversed',
] as const;

const payments = {
  guards: withPeople,
  method: 'GET',
  changesState: true,
} as const;
const paymentFilters = {
  /** The buyer's name or id. */
  who: onSurface(
    'identifier',
    z
      .string()
      .trim()
      .max(100)
      .regex(/^[^\p{Cc}]*$/u),
  ).optional(),
  coin: coin.optional(),
  state: z.enum(PAYMENT_LIST_STATES).optional(),
  ...period,
};

const listedPayment = z.object({
  /** The payment's, or that of the transfer of a credit. */
  key: z.string(),
  number: z.int().nullable(),
  state: z.enum(PAYMENT_LIST_STATES),
  coin: coin.nullable(),
  user: z.object({ id, username: z.string() }).nullable(),
  /** The newest of its deposits, which has a page. */
  deposit_id: id.nullable(),
  asked_cents: cents.nullable(),
  /** Below zero where a credit was taken back. */
  credited_cents: signed,
  at: time,
});
export type ListedPayment = z.infer<typeof listedPayment>;

export const listAllPayments = call({
  ...payments,
  path: '/api/admin/all-payments',
  summary: 'The payments of all buyers, newest first, by buyer, coin, state and days (UTC); whom it shows is audited',
  query: z.object({ ...paymentFilters, per_page: queryInt(1, 100).optional(), cursor }),
  reply: z.object({ data: z.array(listedPayment), meta: z.object({ per_page: z.int() }), links }),
});

export const exportAllPayments = call({
  ...payments,
  path: '/api/admin/all-payments/csv',
  summary: 'The selected payments as a CSV file, 100,000 at most; audited',
  secret: true,
  stepUp: 'always',
  download: 'facevalue-payments.csv',
  query: z.object(paymentFilters),
  reply: z.string(),
});
