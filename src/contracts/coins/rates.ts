import { z } from 'zod';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import { approvalReason, coin, dataOf, decisionReason, id, idParams, time } from '../shapes.ts';

/** Dollars for one coin: a decimal string with up to 8 decimals. */
const usd = z.string();

export const listRates = call({
  method: 'GET',
  path: '/api/rates',
  summary: 'BTC, ETH and LTC in dollars',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ coin, usd, at: time, stale: z.boolean() }))),
});

export const rateHistory = call({
  method: 'GET',
  path: '/api/rates/history',
  summary: 'The rates of the last 24 hours: the last one of each half hour, oldest first',
  guards: ['auth'],
  reply: dataOf(z.array(z.object({ coin, points: z.array(z.object({ at: time, usd })) }))),
});

export const rateJump = z.object({
  id,
  /** One of the two: a coin, or another currency than the dollar. */
  coin: coin.nullable(),
  currency: z.string().nullable(),
  /** The rate that it is judged against, and the newest reading. */
  from_usd: usd,
  usd,
  sources: z.array(z.string()),
  since: time,
  read_at: time,
  /** When it was accepted, or the rate came back; null while the coin is paused for it. */
  ended_at: time.nullable(),
  accepted: z.boolean(),
  /** null while nobody proposes to accept it; with the reading that was proposed. */
  proposal: openProposal.extend({ usd, reason: z.string() }).nullable(),
});
export type RateJump = z.infer<typeof rateJump>;

export const listRateJumps = call({
  method: 'GET',
  path: '/api/admin/rate-jumps',
  summary: 'The rates on hold, of coins and currencies, the longest first',
  guards: ['auth', 'admin', 'role:support,approver,payouts,auditor'],
  reply: dataOf(z.array(rateJump.pick({ id: true, coin: true, currency: true, since: true }))),
});

export const getRateJump = call({
  method: 'GET',
  path: '/api/admin/rate-jumps/{id}',
  summary: 'A rate that jumped by more than 20 %: its coin is paused until two people accept it or it comes back',
  guards: ['auth', 'admin', 'role:support,approver,payouts,auditor'],
  params: idParams,
  reply: dataOf(rateJump),
});

export const proposeRate = call({
  method: 'POST',
  path: '/api/admin/rate-jumps/{id}/propose',
  summary: 'Say that the rate is true; somebody else accepts it',
  guards: ['auth', 'admin', 'role:support'],
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(rateJump),
});

export const acceptRate = call({
  method: 'POST',
  path: '/api/admin/rate-jumps/{id}/accept',
  summary: 'Agree that the rate is true: the newest reading counts from now on',
  guards: ['auth', 'admin', 'role:approver'],
  stepUp: 'always',
  idempotent: true,
  params: idParams,
  /** The proposal that was read: any other is refused. */
  decides: 'approved',
  body: z.strictObject({ proposal_id: id, reason: approvalReason }),
  reply: dataOf(rateJump),
});
