import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import { cents, coin, dataOf, day, decisionReason, proposalDecision, time, units } from '../shapes.ts';
import { onSurface } from '../surface.ts';

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
/** Cents that may be below zero: what a kind of account was credited beyond what it was debited. */
const signed = z.int();

/** Whose accounts a kind holds: the shop's own, those of sellers or those of users. */
export const accountSide = z.enum(['house', 'seller', 'user']);

const sums = { opening_cents: signed, debited_cents: cents, credited_cents: cents, closing_cents: signed };
const balanceRow = z.object({
  kind: z.string(),
  side: accountSide,
  /** Of the chart of accounts; null while it has none. */
  number: z.string().nullable(),
  ...sums,
});
export type BalanceRow = z.infer<typeof balanceRow>;

/** Coins that came in and aren't credited: they stand in no account. */
export const suspense = z.object({
  coin,
  part: z.enum(['held', 'waiting', 'unclaimed']),
  deposits: z.int(),
  units,
  /** Units by whole days since they were first seen: 0 to 7, 8 to 30, 31 to 90, 91 and more. */
  week_units: units,
  month_units: units,
  quarter_units: units,
  older_units: units,
  oldest_at: time,
  /** All of them at the newest rate. */
  worth_cents: cents,
});
export type Suspense = z.infer<typeof suspense>;

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
    /** In no account and part of no sum: coins that came in and aren't credited; null for a period that ended before today. */
    memorandum: z.array(suspense).nullable(),
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

const approver = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always' } as const;
const accountKind = onSurface('shaped', z.string().regex(/^[a-z][a-z_]{0,60}$/));

/** The number of a kind of account, and the key by which a bookkeeping program works out a tax on it. */
const accountNumber = z.strictObject({
  kind: accountKind,
  number: onSurface('shaped', z.string().regex(/^\d{4,9}$/, messageKey('chart.number_digits'))),
  tax_key: onSurface('shaped', z.string().regex(/^\d{1,4}$/, messageKey('chart.tax_key_digits'))).nullable(),
});
export type AccountNumber = z.infer<typeof accountNumber>;

const chart = {
  accounts: z.array(accountNumber).min(1).max(200),
  /** What DATEV asks for: who keeps the books, whose they are, and the month with which their year begins. */
  consultant: z.int().min(1001).max(9_999_999),
  client: z.int().min(1).max(99_999),
  year_begins: z.int().min(1).max(12),
};

export const getChart = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/chart-of-accounts',
  summary: 'The kinds of accounts with their numbers, and what is proposed instead',
  reply: dataOf(
    z.object({
      /** null while two people have agreed to none. */
      chart: z.object({ ...chart, at: time }).nullable(),
      /** Every kind of account, with a free number for those without one. */
      kinds: z.array(z.object({ kind: z.string(), side: accountSide, suggested: z.string() })),
      proposal: openProposal.extend({ ...chart, reason: z.string() }).nullable(),
    }),
  ),
});
export type Chart = z.infer<typeof getChart.reply>['data'];

export const proposeChart = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/chart-of-accounts',
  summary: 'Propose the numbers of all kinds of accounts; another approver decides',
  body: z.strictObject({ ...chart, reason: decisionReason }),
});

export const decideChart = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/chart-of-accounts/decide',
  summary: 'Agree to a proposed chart of accounts, or not; never by who proposed it',
  body: proposalDecision,
});

/** A month of the books (UTC), such as 2026-10. */
export const month = onSurface('shaped', z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/));

/** The first and the last day of a month, as ISO dates. */
export function daysOfMonth(of: z.infer<typeof month>): { from: string; to: string } {
  const [year, number] = of.split('-').map(Number) as [number, number];
  // Day zero of the next month.
  const last = new Date(Date.UTC(year, number, 0));
  return { from: `${of}-01`, to: last.toISOString().slice(0, 10) };
}

export const DETAILS = ['transfers', 'days'] as const;

const journal = {
  ...reader,
  method: 'GET',
  secret: true,
  changesState: true,
  stepUp: 'always',
  params: z.object({ month }),
  /** A line for each transfer, or for each day, kind of transfer and pair of kinds of accounts. */
  query: z.object({ detail: z.enum(DETAILS).optional() }),
} as const;

export const exportJournal = call({
  ...journal,
  path: '/api/admin/months/{month}/journal',
  summary: 'All transfers of a month as a CSV file, one by one unless sums of days are asked for; audited',
  download: 'facevalue-journal.csv',
  reply: z.string(),
});

export const exportDatev = call({
  ...journal,
  path: '/api/admin/months/{month}/datev',
  summary:
    'The postings of a month as a file for DATEV (EXTF 700, Buchungsstapel), by sums of days unless each transfer is asked for; audited',
  download: 'EXTF_Buchungsstapel.csv',
  charset: 'windows-1252',
  reply: z.string(),
});

const monthState = z.object({
  month: z.string(),
  /** `running` until an hour after its end, when no transfer of it can come any more. */
  state: z.enum(['running', 'open', 'closed']),
  /** The earliest that isn't closed: months are closed one after the other. */
  next: z.boolean(),
  /** The latest that is closed: only this one is reopened. */
  last: z.boolean(),
  /** Who closed it, when, and how many transfers it had. */
  closing: z.object({ at: time, by: z.string().nullable(), transfers: z.int() }).nullable(),
});
export type MonthState = z.infer<typeof monthState>;

export const listMonths = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/months',
  summary: 'The months of the books (UTC), newest first, with who closed them',
  reply: dataOf(z.array(monthState)),
});

const oneMonth = { params: z.object({ month }) };

export const getMonth = call({
  ...reader,
  ...oneMonth,
  method: 'GET',
  path: '/api/admin/months/{month}',
  summary: 'One month of the books, and whether somebody proposes to reopen it',
  reply: dataOf(monthState.extend({ proposal: openProposal.extend({ reason: z.string() }).nullable() })),
});

export const closeMonth = call({
  ...approver,
  ...oneMonth,
  method: 'POST',
  path: '/api/admin/months/{month}/close',
  summary: 'Close the earliest open month: its sums are stored, and no transfer may be dated into it',
});

export const proposeReopening = call({
  ...approver,
  ...oneMonth,
  method: 'POST',
  path: '/api/admin/months/{month}/reopening',
  summary: 'Propose to reopen the month that was closed last; another approver decides',
  body: z.strictObject({ reason: decisionReason }),
});

export const decideReopening = call({
  ...approver,
  ...oneMonth,
  method: 'POST',
  path: '/api/admin/months/{month}/reopening/decide',
  summary: 'Agree to reopen a month, or not; never by who proposed it',
  body: proposalDecision,
});
