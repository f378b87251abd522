import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import { cents, coin, dataOf, decisionReason, id, links, queryInt, time, units } from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** What coins left our addresses for. */
export const OUTFLOW_LABELS = ['cold_wallet', 'refund', 'payout', 'fee', 'before_record', 'other'] as const;
export const outflowLabel = z.enum(OUTFLOW_LABELS);
export type OutflowLabel = z.infer<typeof outflowLabel>;
/** What one person may say; that it was before the record began, two people say. */
const givenLabel = outflowLabel.exclude(['before_record']);
export const GIVEN_LABELS = givenLabel.options;
export type GivenLabel = z.infer<typeof givenLabel>;

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
const one = { params: z.object({ id: queryInt(1, 999_999_999_999) }) };

const outflow = z.object({
  id: z.int(),
  coin,
  txid: z.string(),
  height: z.int(),
  /** When its first outflow was recorded, and the time of its block; null until that is deep enough to stay. */
  noted_at: time,
  mined_at: time.nullable(),
  /** What left our addresses, with the fee. */
  amount_units: units,
  /** null: not known, since not all inputs were ours or the chain hides a part. */
  fee_units: units.nullable(),
  /** The newest; null while nobody says what it was for. */
  label: outflowLabel.nullable(),
  reason: z.string().nullable(),
  labelled_at: time.nullable(),
  /** null beside a label: the shop found it in its own records. */
  labelled_by: z.string().nullable(),
});
export type Outflow = z.infer<typeof outflow>;

/** What left our addresses for one purpose. */
export const outflowSum = z.object({
  coin,
  /** null: nobody says what for. */
  label: outflowLabel.nullable(),
  transactions: z.int(),
  /** With fees. */
  units,
  /** Of it, the fees that are known, and of how many transactions the fee isn't. */
  fee_units: units,
  unknown_fees: z.int(),
  /** All of it at the newest rate. */
  worth_cents: cents,
});
export type OutflowSum = z.infer<typeof outflowSum>;

const filters = {
  coin: coin.optional(),
  /** `none`: without a label. */
  label: z.enum([...OUTFLOW_LABELS, 'none']).optional(),
};

export const listOutflows = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/outflows',
  summary: 'Transactions by which coins left the shop’s addresses: those without a label first, then the newest',
  query: z.object({
    ...filters,
    per_page: queryInt(1, 100).optional(),
    cursor: onSurface('unstored', z.string().max(1024)).optional(),
  }),
  reply: z.object({
    data: z.array(outflow),
    meta: z.object({
      per_page: z.int(),
      /** Of all coins. */
      unlabelled: z.int(),
      /** Of them, those from before the record began. */
      earlier: z.int(),
    }),
    links,
  }),
});

export const exportOutflows = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/outflows/csv',
  summary: 'The selected outflows with their labels as a CSV file, 100,000 at most; audited',
  secret: true,
  changesState: true,
  stepUp: 'always',
  download: 'facevalue-outflows.csv',
  query: z.object(filters),
  reply: z.string(),
});

const outflowDetails = outflow.extend({
  /** What it took from each of our addresses. */
  taken: z.array(z.object({ address: z.string(), units })),
  /** Where it paid; null until its block is deep enough to stay, or where the chain hides a part. */
  paid: z
    .array(z.object({ address: z.string(), units, whose: z.enum(['own', 'refund', 'cold_wallet', 'other']) }))
    .nullable(),
  /** What names this transaction as the one that sent it. */
  records: z.array(
    z.object({ kind: z.enum(['refund', 'payout']), id, amount_cents: z.int(), seller_id: id.nullable() }),
  ),
  /** All labels, the newest first. */
  labels: z.array(
    z.object({ id, label: outflowLabel, reason: z.string().nullable(), at: time, by: z.string().nullable() }),
  ),
});
export type OutflowDetails = z.infer<typeof outflowDetails>;

export const getOutflow = call({
  ...reader,
  ...one,
  method: 'GET',
  path: '/api/admin/outflows/{id}',
  summary: 'One transaction by which coins left: from where, where to, its fee, and all of its labels',
  reply: dataOf(outflowDetails),
});

const labeller = { guards: ['auth', 'admin', 'role:payouts,approver'], stepUp: 'always' } as const;
/** A reason is required for `other`. */
const said = { label: givenLabel, reason: decisionReason.nullable() };

export const labelOutflow = call({
  ...labeller,
  ...one,
  method: 'POST',
  path: '/api/admin/outflows/{id}/labels',
  summary: 'Say what an outflow was for; earlier labels stay in its history',
  body: z.strictObject(said),
  reply: dataOf(outflowDetails),
});

export const labelOutflows = call({
  ...labeller,
  method: 'POST',
  path: '/api/admin/outflows/labels',
  summary: 'Say of up to 100 outflows at once what they were for',
  body: z.strictObject({
    ids: z
      .array(z.int().min(1).max(999_999_999_999))
      .min(1, messageKey('outflows.none_selected'))
      .max(100, messageKey('outflows.too_many')),
    ...said,
  }),
  reply: dataOf(z.object({ /** Those that said something else before. */ labelled: z.int() })),
});

export const getEarlierOutflows = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/outflows/earlier',
  summary: 'What left before the record of outflows began and has no label, with what is proposed about it',
  reply: dataOf(
    z.object({
      total: z.int(),
      /** Of those that the next decision is about, 500 at most. */
      sums: z.array(z.object({ coin, transactions: z.int(), units })),
      /** `fits`: it is about these, and none was labelled since. */
      proposal: openProposal.extend({ reason: z.string(), fits: z.boolean() }).nullable(),
    }),
  ),
});
export type EarlierOutflows = z.infer<typeof getEarlierOutflows.reply>['data'];

export const proposeEarlierOutflows = call({
  ...labeller,
  method: 'POST',
  path: '/api/admin/outflows/earlier',
  summary: 'Propose to label what left before the record began; an approver decides',
  body: z.strictObject({ reason: decisionReason }),
});

export const decideEarlierOutflows = call({
  method: 'POST',
  path: '/api/admin/outflows/earlier/decide',
  summary: 'Agree that these outflows are from before the record began, or not; never by who proposed it',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  body: z.strictObject({ proposal_id: id, decision: z.enum(['approved', 'rejected']), reason: decisionReason }),
});
