import type { Input } from '#contracts/call.ts';
import type { BalanceRow, exportTrialBalance as contract } from '#contracts/office/periods.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import type { Days } from '../sums/moves.ts';
import { periodOf } from './period-of.ts';
import { readBalance } from './read-balance.ts';

const HEADER = ['number', 'kind', 'side', 'opening_usd', 'debits_usd', 'credits_usd', 'closing_usd'];

/** One line for each kind of account. A balance is what was credited beyond what was debited. */
export async function exportTrialBalance(
  { sql, clock }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const days = periodOf(query, clock.now());
  const details = { from: days.from, to: days.to };
  await appendAudit(sql, { ...by(actor), action: 'books.trial_balance_exported', subject: 'trial balance', details });
  return lines(sql, days);
}

async function* lines(sql: Db, days: Days): AsyncIterable<string> {
  yield toCsv([HEADER, ...(await readBalance(sql, days)).map(cellsOf)]);
}

const cellsOf = ({ number, kind, side, ...sums }: BalanceRow): CsvCell[] => [
  number ?? '',
  kind,
  side,
  { cents: sums.opening_cents },
  { cents: sums.debited_cents },
  { cents: sums.credited_cents },
  { cents: sums.closing_cents },
];
