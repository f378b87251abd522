import type { Input } from '#contracts/call.ts';
import type { exportCredits as contract } from '#contracts/office/cost-basis.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { type Credit, readCredits } from './tax-lots/read-credits.ts';
import { type Year, yearOf } from './tax-lots/year-of.ts';

const HEADER = [
  'credited_at',
  'lot',
  'payment',
  'deposit_id',
  'coin',
  'units',
  'txid',
  'outputs',
  'block',
  'first_seen_at',
  'confirmed_at',
  'priced',
  'rate_usd',
  'rate_at',
  'rate_sources',
  'credited_usd',
  'reversed_at',
];

/** One line for what was credited of a payment at one rate, on the day of the credit. Buyers are named by payments alone. */
export async function exportCredits(
  { sql }: Ctx,
  actor: Actor,
  { query: { year } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  await appendAudit(sql, { ...by(actor), action: 'books.credits_exported', subject: 'cost basis', details: { year } });
  return lines(sql, yearOf(year));
}

async function* lines(sql: Db, year: Year): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for await (const credits of readCredits(sql, { year })) yield toCsv(credits.map(cellsOf));
}

const cellsOf = (credit: Credit): CsvCell[] => [
  credit.at,
  `${credit.credit_id} ${credit.priced}`,
  credit.payment_number,
  credit.deposit_id,
  credit.coin,
  formatUnits(BigInt(credit.units), COIN_DECIMALS[credit.coin]),
  credit.txid,
  credit.outputs.join(' '),
  credit.height ?? '',
  credit.first_seen_at,
  credit.confirmed_at ?? '',
  credit.priced,
  formatUnits(BigInt(credit.usd_e8), 8),
  credit.rate_at,
  credit.sources.join(' '),
  { cents: credit.cents },
  credit.reversed_at ?? '',
];
