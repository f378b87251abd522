import type { Input } from '#contracts/call.ts';
import { type exportJournal as contract, daysOfMonth } from '#contracts/office/periods.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { readChart } from '../chart/read-chart.ts';
import type { Days } from '../sums/moves.ts';
import { type Detail, type Posting, readPostings } from './read-postings.ts';

const HEADER = [
  'day',
  'at',
  'transfer',
  'kind',
  'debit_number',
  'debit',
  'credit_number',
  'credit',
  'amount_usd',
  'transfers',
  'reference',
];

/** The journal of a month, with the numbers of the chart in force. */
export async function exportJournal(
  { sql }: Ctx,
  actor: Actor,
  { params: { month }, query: { detail = 'transfers' } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const details = { month, detail };
  await appendAudit(sql, { ...by(actor), action: 'books.journal_exported', subject: month, details });
  return lines(sql, daysOfMonth(month), detail);
}

async function* lines(sql: Db, days: Days, detail: Detail): AsyncIterable<string> {
  const chart = await readChart(sql);
  const numbers = new Map(chart?.accounts.map(({ kind, number }) => [kind, number]));
  const cellsOf = ({ day, one, kind, debit_kind, credit_kind, cents, transfers }: Posting): CsvCell[] => [
    day,
    one?.at ?? '',
    one?.id ?? '',
    kind,
    numbers.get(debit_kind) ?? '',
    debit_kind,
    numbers.get(credit_kind) ?? '',
    credit_kind,
    { cents },
    transfers,
    one?.reference ?? '',
  ];
  yield toCsv([HEADER]);
  for await (const postings of readPostings(sql, days, detail)) yield toCsv(postings.map(cellsOf));
}
