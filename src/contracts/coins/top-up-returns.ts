import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  cents,
  coin,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  proposalDecision,
  time,
  withPayouts,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const topUpReturnStates = ['asked', 'approved', 'rejected', 'withdrawn', 'paid', 'failed', 'reversed'] as const;

/** Why nothing of an account goes back now. */
export const closingObstacles = ['staff', 'erased', 'embargoed', 'held', 'blocked', 'preorders'] as const;

/** Why what is unspent of one top-up can't go back. */
export const topUpObstacles = [
  'gone',
  'returned',
  'no_sender',
  'unclear',
  'shared',
  'listed',
  'no_rate',
  'dust',
] as const;

const ownReturn = z.object({
  id,
  coin,
  address: z.string(),
  amount_cents: cents,
  state: z.enum(topUpReturnStates),
  created_at: time,
  /** What the operator's wallet sent; null before. */
  txid: z.string().nullable(),
  paid_at: time.nullable(),
  ended_at: time.nullable(),
});
export type OwnReturn = z.infer<typeof ownReturn>;

/** What is unspent of one top-up. */
const unspent = z.object({
  deposit_id: id,
  payment_id: id,
  coin,
  credited_at: time.nullable(),
  amount_cents: cents,
  /** That paid it; null where that isn't known. */
  address: z.string().nullable(),
  obstacle: z.enum(topUpObstacles).nullable(),
});

const closing = z.object({
  /** Since when the account closes; null while it is open. */
  since: time.nullable(),
  balance_cents: cents,
  obstacles: z.array(z.enum(closingObstacles)),
  /** What can be asked for now; 0 where something stands against it. */
  returnable_cents: cents,
  unspent: z.array(unspent),
  returns: z.array(ownReturn),
  /** Whether the account can be opened again. */
  may_reopen: z.boolean(),
});
export type Closing = z.infer<typeof closing>;

export const getClosing = call({
  method: 'GET',
  path: '/api/users/closing',
  summary: 'What is unspent of your top-ups, and what became of what you asked for when closing the account',
  guards: ['auth'],
  reply: dataOf(closing),
});

export const closeAccount = call({
  method: 'POST',
  path: '/api/users/closing',
  summary: 'Close the account and ask for what is unspent of your top-ups: it goes back to the addresses that paid it',
  guards: ['auth'],
  stepUp: 'always',
  idempotent: true,
  body: z.strictObject({
    /** What was read: any other amount is refused. */
    amount_cents: cents,
    /** That they can still receive there: an exchange's address isn't the buyer's. */
    addresses_mine: z.literal(true, messageKey('closing.addresses_mine_missing')),
  }),
  reply: dataOf(closing),
});

export const reopenAccount = call({
  method: 'POST',
  path: '/api/users/closing/withdraw',
  summary: 'Take back what you asked for, while nobody checks it, and use the account as before',
  guards: ['auth'],
  stepUp: 'always',
  reply: dataOf(closing),
});

export const topUpReturn = ownReturn.extend({
  user: z.object({ id, username: z.string() }),
  deposit_id: id,
  /** Of the top-up. */
  paid_in: z.object({ txid: z.string(), credited_cents: cents, credited_at: time.nullable() }),
  created_by: z.string(),
  paid_by: z.string().nullable(),
  /** What stands against it now. */
  obstacles: z.array(z.enum([...closingObstacles, ...topUpObstacles])),
  /** null while none waits for a decision. */
  proposal: openProposal.extend({ reason: z.string() }).nullable(),
  /** That what was sent came back, while somebody says so and nobody else has decided it. */
  reversal: openProposal.extend({ evidence: z.string(), returned_on: day, reason: z.string() }).nullable(),
});
export type TopUpReturn = z.infer<typeof topUpReturn>;

const money = { guards: ['auth', 'admin', 'role:payouts'], stepUp: 'always' } as const;

export const listTopUpReturns = call({
  method: 'GET',
  path: '/api/admin/top-up-returns',
  summary: 'Unspent top-ups that go back, those that wait first; whom it shows is audited',
  guards: withPayouts,
  changesState: true,
  query: z.object({ state: z.enum(topUpReturnStates).optional(), ...pageQuery }),
  reply: pageOf(topUpReturn.omit({ obstacles: true, proposal: true, reversal: true })),
});

export const getTopUpReturn = call({
  method: 'GET',
  path: '/api/admin/top-up-returns/{id}',
  summary: 'One unspent top-up that goes back, with what stands against it; the look is audited',
  guards: withPayouts,
  changesState: true,
  params: idParams,
  reply: dataOf(topUpReturn),
});

export const openTopUpReturns = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns',
  summary: 'Open the way back for a disabled or closing account, whose owner asked for it elsewhere',
  idempotent: true,
  body: z.strictObject({
    username: onSurface('name', z.string().trim().min(1).max(64, messageKey('invalid.maximum_characters'))),
    reason: decisionReason,
  }),
  reply: dataOf(z.object({ returns: z.int(), amount_cents: cents })),
});

export const proposeTopUpReturn = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/{id}/propose',
  summary: 'Propose to send it back; somebody else decides',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(topUpReturn),
});

export const decideTopUpReturn = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/{id}/decide',
  summary: 'Approve or reject it; never by its proposer or whoever opened it',
  params: idParams,
  body: proposalDecision,
  reply: dataOf(topUpReturn),
});

export const exportTopUpReturns = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/export',
  summary: 'The approved ones as a list to pay by the operator’s own wallet; audited',
  secret: true,
  reply: dataOf(
    z.array(
      z.object({
        id,
        amount_cents: cents,
        coin,
        address: z.string(),
        /** null without a current rate, and for Ethereum without a node. */
        uri: z.string().nullable(),
      }),
    ),
  ),
});

export const recordTopUpReturn = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/{id}/paid',
  summary: 'Record that the operator sent it, with the transaction',
  params: idParams,
  body: z.strictObject({
    txid: onSurface(
      'text',
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(0x)?[0-9a-f]{64}$/, messageKey('top_up_return.no_txid')),
    ),
    reason: decisionReason,
  }),
  reply: dataOf(topUpReturn),
});

export const failTopUpReturn = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/{id}/failed',
  summary: 'Record that it isn’t made or failed before it was sent: the money is the buyer’s balance again',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(topUpReturn),
});

export const proposeReturnReversal = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/{id}/reversal',
  summary: 'Propose to record that what was sent came back, with what shows it; somebody else decides',
  params: idParams,
  body: z.strictObject({
    /** The transaction by which it came back to the operator's wallet, or what says that it never arrived. */
    evidence: onSurface('text', z.string().trim().min(1).max(120, messageKey('invalid.maximum_characters'))),
    /** When the wallet had it again (UTC). */
    returned_on: day,
    reason: decisionReason,
  }),
  reply: dataOf(topUpReturn),
});

export const decideReturnReversal = call({
  ...money,
  method: 'POST',
  path: '/api/admin/top-up-returns/{id}/reversal/decide',
  summary:
    'Agree that what was sent came back, so that it is the buyer’s balance again, or not; never by who proposed it',
  params: idParams,
  body: proposalDecision,
  reply: dataOf(topUpReturn),
});
