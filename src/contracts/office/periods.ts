import { z } from 'zod';
import { call } from '../call.ts';
import { cents, day } from '../shapes.ts';

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
/** Cents that may be below zero: what a kind of account was credited beyond what it was debited. */
const signed = z.int();

/** Whose accounts a kind holds: the shop's own, those of sellers or those of users. */
export const accountSide = z.enum(['house', 'seller', 'user']);

const sums = { opening_cents: signed, debited_cents: cents, credited_cents: cents, closing_cents: signed };
const balanceRow = z.object({ kind: z.string(), side: accountSide, ...sums });
export type BalanceRow = z.infer<typeof balanceRow>;

const period = { from: day.optional(), to: day.optional() };

export const getTrialBalance = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/trial-balance',
  summary:
    'Opening balance, debits, credits and closing balance of each kind of account from one day to another (UTC), by default of this month so far',
  query: z.object(period),
  reply: z.object({
    data: z.array(balanceRow),
    /** All kinds together: both balances are zero, and what was debited is what was credited. */
    meta: z.object({ from: day, to: day, totals: z.object(sums) }),
  }),
});

export const exportTrialBalance = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/trial-balance/csv',
  summary: 'The trial balance as a CSV file; audited',
  secret: true,
  changesState: true,
  stepUp: 'always',
  download: 'facevalue-trial-balance.csv',
  query: z.object(period),
  reply: z.string(),
});
