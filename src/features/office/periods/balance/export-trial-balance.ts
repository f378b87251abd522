import type { Input } from '#contracts/call.ts';
import type { BalanceRow, exportTrialBalance as contract, Suspense } from '#contracts/office/periods.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import type { Days } from '../sums/moves.ts';
import { periodOf } from './period-of.ts';
import { readBalance } from './read-balance.ts';
import { readMemorandum } from './read-memorandum.ts';

const HEADER = [
  'number',
  'kind',
  'side',
  'opening_usd',
  'debits_usd',
  'credits_usd',
  'closing_usd',
  'amount',
  'worth_usd',
];

/**
 * One line for each kind of account. A balance is what was credited beyond what was debited. Coins that aren't credited follow as a
 * memorandum, in columns of their own, so that the balances still add up to zero.
 */
export async function exportTrialBalance(
  { sql, clock }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const days = periodOf(query, clock.now());
  const details = { from: days.from, to: days.to };
  await appendAudit(sql, { ...by(actor), action: 'books.trial_balance_exported', subject: 'trial balance', details });
  return lines(sql, days, clock.now());
}

async function* lines(sql: Db, days: Days, now: Date): AsyncIterable<string> {
  yield toCsv([HEADER, ...(await readBalance(sql, days)).map(cellsOf)]);
  yield toCsv(((await readMemorandum(sql, days, now)) ?? []).map(memorandumCells));
}

const cellsOf = ({ number, kind, side, ...sums }: BalanceRow): CsvCell[] => [
  number ?? '',
  kind,
  side,
  { cents: sums.opening_cents },
  { cents: sums.debited_cents },
  { cents: sums.credited_cents },
  { cents: sums.closing_cents },
  '',
  '',
];

const memorandumCells = ({ coin, part, units, worth_cents }: Suspense): CsvCell[] => [
  '',
  `${part}_${coin.toLowerCase()}`,
  'memorandum',
  '',
  '',
  '',
  '',
  formatUnits(BigInt(units), COIN_DECIMALS[coin]),
  { cents: worth_cents },
];
