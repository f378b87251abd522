import type { Input } from '#contracts/call.ts';
import { COINS } from '#contracts/coins.ts';
import type { exportDisposals as contract } from '#contracts/office/cost-basis.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { Match } from './tax-lots/match-tax-lots.ts';
import { type CreditLot, readMatches, type ValuedDisposal } from './tax-lots/read-matches.ts';
import { type Year, yearOf } from './tax-lots/year-of.ts';

/** Lines written at a time. */
const PART = 500;
const HEADER = [
  'disposed_at',
  'outflow',
  'coin',
  'txid',
  'block',
  'units',
  'proceeds_usd',
  'rate_usd',
  'rate_at',
  'rate_sources',
  'lot',
  'acquired_at',
  'lot_txid',
  'cost_usd',
  'gain_usd',
];

/** One line for each lot that a disposal of the year took from. What isn't known is empty: a rate, or the lot itself. */
export async function exportDisposals(
  { sql }: Ctx,
  actor: Actor,
  { query: { year } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  await appendAudit(sql, {
    ...by(actor),
    action: 'books.disposals_exported',
    subject: 'cost basis',
    details: { year },
  });
  return lines(sql, yearOf(year));
}

async function* lines(sql: Db, { from, until }: Year): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for (const coin of COINS) {
    let part: CsvCell[][] = [];
    for await (const match of readMatches(sql, coin, until)) {
      const { at } = match.outgoing;
      if (at === null || new Date(at) < from) continue;
      if (part.push(cellsOf(match)) < PART) continue;
      yield toCsv(part);
      part = [];
    }
    yield toCsv(part);
  }
}

const dollars = (cents: number | null): CsvCell => (cents === null ? '' : { cents });

function cellsOf({ lot, outgoing, units, cost_cents, proceeds_cents }: Match<CreditLot, ValuedDisposal>): CsvCell[] {
  const { at, id, coin, txid, height, usd_e8, rate_at, sources } = outgoing;
  const gain_cents = cost_cents === null || proceeds_cents === null ? null : proceeds_cents - cost_cents;
  return [
    at ?? '',
    id,
    coin,
    txid ?? '',
    height,
    formatUnits(units, COIN_DECIMALS[coin]),
    dollars(proceeds_cents),
    usd_e8 === null ? '' : formatUnits(usd_e8, 8),
    rate_at ?? '',
    sources.join(' '),
    lot ? `${lot.credit_id} ${lot.priced}` : '',
    lot?.at ?? '',
    lot?.txid ?? '',
    dollars(cost_cents),
    dollars(gain_cents),
  ];
}
