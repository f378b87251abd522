import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  cents,
  currency,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  positiveCents,
  proposalDecision,
  queryInt,
  time,
  units,
  withPayouts,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { destination, destinationKinds, sellerBalances } from './sellers.ts';

export const payoutStates = ['proposed', 'approved', 'rejected', 'paid', 'failed', 'reversed'] as const;

/** Why a seller can't be paid now. */
export const payoutObstacles = [
  'unverified',
  'no_destination',
  'cooling_down',
  'listed',
  'braked',
  'few_buyers',
  'claimed',
  'open',
  'minimum',
] as const;

export const payout = z.object({
  id,
  seller: z.object({ id, legal_name: z.string() }),
  amount_cents: cents,
  state: z.enum(payoutStates),
  destination: destination.pick({ kind: true, hint: true }),
  created_at: time,
  created_by: z.string(),
  reference: z.string().nullable(),
  paid_at: time.nullable(),
  failed_at: time.nullable(),
  /** When the bank booked it, by an imported statement; null until one has it. */
  booked_on: day.nullable(),
  /** What left the bank or the wallet; null before, and where it was recorded before amounts were. */
  sent: z
    .object({
      /** A coin, or the currency of the bank account. */
      currency,
      /** Without the fee: base units of a coin, or the smallest units of a currency. */
      sent_units: units,
      /** At the cost of the shop. */
      fee_units: units,
      /** The rate by which it was compared with what was owed; null without a current one. */
      usd_e9: z.string().nullable(),
    })
    .nullable(),
});
export type Payout = z.infer<typeof payout>;

/** As the bank or the chain writes it; of a coin the transaction's id, in small letters. */
const reference = onSurface('text', z.string().trim().min(1).max(120, messageKey('invalid.maximum_characters')));
/** Base units of a coin, or the smallest units of a currency (ISO 4217). */
const sentUnits = onSurface('shaped', z.string().regex(/^(0|[1-9]\d{0,23})$/, messageKey('invalid.units')));

const orSeller = ['auth', 'admin:seller'] as const;
const money = { guards: ['auth', 'admin', 'role:payouts'], stepUp: 'always', params: idParams } as const;

/** A month or a year, in UTC. */
const period = onSurface('shaped', z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, messageKey('invalid.month')));

const sellerPayment = z.object({
  seller: z.object({ id, legal_name: z.string() }),
  balances: sellerBalances,
  minimum_payout_cents: cents,
  /** What can be proposed now; 0 where something stands against it. */
  payable_cents: cents,
  obstacles: z.array(z.enum(payoutObstacles)),
  /** Where to pay today, and from when on somewhere else. */
  destination: destination.nullable(),
  next_destination: destination.nullable(),
  /** null while none waits for a decision. */
  proposal: openProposal.extend({ payout_id: id, amount_cents: cents, reason: z.string() }).nullable(),
  /** Paid payouts that somebody says came back, while nobody else has decided that. */
  returned: z.array(
    openProposal.extend({
      payout_id: id,
      amount_cents: cents,
      evidence: z.string(),
      returned_on: day,
      reason: z.string(),
    }),
  ),
  /** The 50 newest. */
  payouts: z.array(payout),
  /** Months with movements, newest first. */
  months: z.array(period),
});
export type SellerPayment = z.infer<typeof sellerPayment>;

export const getSellerPayment = call({
  method: 'GET',
  path: '/api/seller-payment/{id}',
  summary: 'What a seller is owed, was paid, and where to',
  guards: [...orSeller, 'role:payouts,approver,auditor,seller'],
  inVault: true,
  params: idParams,
  reply: dataOf(sellerPayment),
});

export const proposePayout = call({
  ...money,
  method: 'POST',
  path: '/api/seller-payment/{id}',
  inVault: true,
  summary: 'Propose a payout of what is available; somebody else decides',
  idempotent: true,
  body: z.strictObject({ /** Absent: all of it. */ amount_cents: positiveCents.optional(), reason: decisionReason }),
  reply: dataOf(sellerPayment),
});

export const setDestination = call({
  method: 'POST',
  path: '/api/seller-payment/{id}/destination',
  summary: 'Change where a seller is paid: counts 72 hours later, and the contact is told by mail',
  guards: [...orSeller, 'role:payouts,seller'],
  inVault: true,
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({
    kind: z.enum(destinationKinds),
    // Kept sealed. What isn't a valid account or address is refused, so that it holds nothing else.
    address: onSurface('unstored', z.string().trim().min(14).max(100)),
  }),
  reply: dataOf(sellerPayment),
});

export const getSellerStatement = call({
  method: 'GET',
  path: '/api/seller-payment/{id}/statements/{period}',
  summary: 'Everything that changed what a seller is owed in a month or a year (UTC)',
  guards: [...orSeller, 'role:payouts,approver,auditor,seller'],
  params: z.object({ id, period }),
  reply: dataOf(
    z.object({
      seller: z.object({ id, legal_name: z.string() }),
      period,
      opening_cents: z.int(),
      closing_cents: z.int(),
      lines: z.array(
        z.object({
          at: time,
          kind: z.string(),
          /** Of the order line or the payout. */
          reference: id.nullable(),
          amount_cents: z.int(),
          owed_cents: z.int(),
        }),
      ),
    }),
  ),
});

export const listPayouts = call({
  method: 'GET',
  path: '/api/admin/payouts',
  summary: 'Payouts, newest first, and the sellers who are due',
  guards: withPayouts,
  query: z.object({ state: z.enum(payoutStates).optional(), ...pageQuery }),
  reply: pageOf(payout).extend({
    due: z.array(z.object({ id, legal_name: z.string(), available_cents: cents })),
    /** The latest nightly comparison with the ledger; null before the first. */
    night: z.object({ day: z.iso.date(), problems: z.int() }).nullable(),
    /** In which payouts were proposed, newest first. */
    years: z.array(z.int()),
  }),
});

export const decidePayout = call({
  ...money,
  method: 'POST',
  path: '/api/admin/payouts/{id}/decide',
  inVault: true,
  summary: 'Approve or reject a payout; never by its proposer',
  body: proposalDecision,
  reply: dataOf(payout),
});

export const exportPayouts = call({
  method: 'POST',
  path: '/api/admin/payouts/export',
  summary: 'The approved payouts as a list to pay, with accounts and addresses in full; audited',
  guards: ['auth', 'admin', 'role:payouts'],
  inVault: true,
  stepUp: 'always',
  secret: true,
  reply: dataOf(
    z.array(
      z.object({
        id,
        legal_name: z.string(),
        amount_cents: cents,
        kind: z.enum(destinationKinds),
        address: z.string(),
        /** For a wallet; null for a bank account, without a current rate, and for Ethereum without a node. */
        uri: z.string().nullable(),
      }),
    ),
  ),
});

export const recordPayout = call({
  ...money,
  method: 'POST',
  path: '/api/admin/payouts/{id}/paid',
  inVault: true,
  summary: 'Record that a payout was sent: what left, what it cost, and the reference of the bank or the transaction',
  body: z.strictObject({
    reference,
    currency,
    sent_units: sentUnits,
    /** What the bank or the chain took besides, in the same units: at the cost of the shop. */
    fee_units: sentUnits,
    reason: decisionReason,
  }),
  reply: dataOf(payout),
});

export const failPayout = call({
  ...money,
  method: 'POST',
  path: '/api/admin/payouts/{id}/failed',
  inVault: true,
  summary: 'Record that an approved payout could not be made: the seller is owed it again',
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(payout),
});

export const proposePayoutReturn = call({
  ...money,
  method: 'POST',
  path: '/api/admin/payouts/{id}/return',
  summary: 'Propose to record that a paid payout came back, with what shows it; somebody else decides',
  body: z.strictObject({
    /** Of the entry of the bank's statement, or the transaction by which it came back. */
    evidence: reference,
    /** When it was back on the account (UTC). */
    returned_on: day,
    reason: decisionReason,
  }),
  reply: dataOf(payout),
});

export const decidePayoutReturn = call({
  ...money,
  method: 'POST',
  path: '/api/admin/payouts/{id}/return/decide',
  summary: 'Agree that a paid payout came back, so that its seller is owed it again, or not; never by who proposed it',
  body: proposalDecision,
  reply: dataOf(payout),
});

export const exportPayoutHistory = call({
  method: 'GET',
  path: '/api/admin/payouts/history',
  summary: 'The payouts of a year (UTC) with what left for them, as a CSV file; audited',
  guards: withPayouts,
  secret: true,
  changesState: true,
  stepUp: 'always',
  download: 'facevalue-payout-history.csv',
  query: z.object({ year: queryInt(2020, 2100) }),
  reply: z.string(),
});
