import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
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
  time,
  units,
  withPayouts,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const STATEMENT_LIMIT_BYTES = 5_000_000;
export const STATEMENT_LIMIT_ENTRIES = 5_000;

export const statementFormats = ['camt.053', 'csv'] as const;
export const entryStates = ['open', 'matched', 'explained'] as const;
/** Why a file isn't taken; nothing of it is stored then. */
export const statementProblems = [
  'unreadable',
  'doctype',
  'not_camt',
  'no_entries',
  'too_many',
  'amount',
  'day',
  'currency',
  'columns',
] as const;

/** How days and amounts are written in a CSV file: 2026-11-03, 03.11.2026, 03/11/2026, 11/03/2026; 1,200.50 or 1.200,50. */
export const dayFormats = ['iso', 'dotted', 'day_first', 'month_first'] as const;
export const decimalMarks = ['point', 'comma'] as const;

const columnName = onSurface('text', z.string().trim().max(60, messageKey('invalid.maximum_characters')));

/** What the columns of a CSV file are called; an empty name: there is none. */
const layout = z.object({
  /** Of the account, such as its IBAN: entries are told apart by it. */
  account: onSurface('unstored', z.string().trim().max(40)),
  day_column: columnName,
  /** With a sign: what left is below zero. */
  amount_column: columnName,
  currency_column: columnName,
  /** Of all entries, where no column says it. */
  currency: onSurface('shaped', z.string().regex(/^([A-Z]{3})?$/, messageKey('invalid.currency'))),
  name_column: columnName,
  text_column: columnName,
  reference_column: columnName,
  iban_column: columnName,
  day_format: z.enum(dayFormats),
  decimal_mark: z.enum(decimalMarks),
});
export type StatementLayout = z.infer<typeof layout>;
const shownLayout = layout.omit({ account: true });

const statement = z.object({
  id,
  format: z.enum(statementFormats),
  account_hint: z.string(),
  first_on: day,
  last_on: day,
  imported_by: z.string(),
  imported_at: time,
  entries: z.int(),
  /** Entries that stood in an earlier file, and weren't taken again. */
  known: z.int(),
  debits: z.object({ matched: z.int(), explained: z.int(), open: z.int() }),
  credits: z.int(),
});
export type BankStatement = z.infer<typeof statement>;

const candidate = z.object({
  id,
  seller: z.object({ id, legal_name: z.string() }),
  amount_cents: cents,
  paid_at: time,
  reference: z.string(),
});

const entry = z.object({
  id,
  direction: z.enum(['debit', 'credit']),
  booked_on: day,
  currency,
  /** In the smallest units of the currency. */
  units,
  name: z.string(),
  text: z.string(),
  /** Name and text are left out, because they may hold payment-card data. */
  hidden: z.boolean(),
  iban_hint: z.string().nullable(),
  state: z.enum(entryStates),
  /** null unless it is matched. */
  payout: candidate.nullable(),
  /** By what it was matched. */
  how: z.enum(['reference', 'iban', 'person']).nullable(),
  decided_by: z.string().nullable(),
  decided_at: time.nullable(),
  note: z.string().nullable(),
  /** Payouts of this amount that no entry explains yet; for an open debit. */
  candidates: z.array(candidate),
});
export type BankEntry = z.infer<typeof entry>;

const payer = { guards: ['auth', 'admin', 'role:payouts'] } as const;

export const listBankStatements = call({
  method: 'GET',
  path: '/api/admin/bank-statements',
  summary: 'Imported bank statements, newest first, with what is open in each',
  guards: withPayouts,
  query: z.object(pageQuery),
  reply: pageOf(statement).extend({
    /** Of the latest CSV file, to be used again; null before the first. */
    layout: shownLayout.nullable(),
    /** Paid payouts by bank that no statement has. */
    unbooked: z.int(),
  }),
});

export const uploadBankStatement = call({
  ...payer,
  method: 'POST',
  path: '/api/admin/bank-statements',
  inVault: true,
  summary: 'Import a bank statement (camt.053, or CSV with its columns) and match its debits with payouts',
  upload: 'application/octet-stream',
  bodyLimitBytes: STATEMENT_LIMIT_BYTES,
  perMinute: 60,
  /** Needed for a CSV file alone. */
  query: layout.partial(),
  reply: dataOf(statement),
  status: 201,
});

export const getBankStatement = call({
  method: 'GET',
  path: '/api/admin/bank-statements/{id}',
  summary: 'The entries of a bank statement, and the payouts that explain them',
  guards: withPayouts,
  params: idParams,
  query: z.object({ state: z.enum([...entryStates, 'credit']).optional(), ...pageQuery }),
  reply: pageOf(entry).extend({ statement }),
});

export const matchEntry = call({
  ...payer,
  method: 'POST',
  path: '/api/admin/bank-entries/{id}/match',
  summary: 'Say which payout a debit was; of the same amount and currency',
  params: idParams,
  body: z.strictObject({ payout_id: id }),
  reply: dataOf(entry),
});

export const explainEntry = call({
  ...payer,
  method: 'POST',
  path: '/api/admin/bank-entries/{id}/explain',
  summary: 'Say what an entry was that is no payout',
  params: idParams,
  body: z.strictObject({ note: decisionReason }),
  reply: dataOf(entry),
});

export const reopenEntry = call({
  ...payer,
  method: 'POST',
  path: '/api/admin/bank-entries/{id}/reopen',
  summary: 'Take a match or an explanation back; audited',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(entry),
});
