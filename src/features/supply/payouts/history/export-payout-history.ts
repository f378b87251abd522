import type { Input } from '#contracts/call.ts';
import type { exportPayoutHistory as contract, Payout } from '#contracts/supply/payouts.ts';
import { coinOf } from '#contracts/supply/sent-amount.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { plainSmallest } from '#i18n/currency-decimals.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { selectPayouts } from '../payout/read-payout.ts';

const PART = 1_000;
const HEADER = [
  'payout',
  'seller_id',
  'seller',
  'state',
  'owed_usd',
  'destination',
  'proposed_at',
  'paid_at',
  'came_back_at',
  'booked_on',
  'reference',
  'currency',
  'sent',
  'fee',
  'usd_rate',
];

/** The payouts that were proposed in a year, oldest first, each with what left for it. The export is audited before the first line leaves. */
export async function exportPayoutHistory(
  { sql }: Ctx,
  actor: Actor,
  { query: { year } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  await appendAudit(sql, { ...by(actor), action: 'payout.history_exported', details: { year } });
  return lines(sql, year);
}

async function* lines(sql: Db, year: number): AsyncIterable<string> {
  yield toCsv([HEADER]);
  const [from, to] = [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))];
  for (let after = FIRST_ID; ; ) {
    const rows = await sql<Payout[]>`
      ${selectPayouts(sql)} where p.id > ${after} and p.created_at >= ${from} and p.created_at < ${to}
      order by p.id limit ${PART}`;
    yield toCsv(rows.map(cellsOf));
    if (rows.length < PART) return;
    after = rows.at(-1)!.id;
  }
}

const cellsOf = (payout: Payout): CsvCell[] => [
  payout.id,
  payout.seller.id,
  payout.seller.legal_name,
  payout.state,
  { cents: payout.amount_cents },
  `${payout.destination.kind} ${payout.destination.hint}`,
  payout.created_at,
  payout.paid_at ?? '',
  payout.failed_at ?? '',
  payout.booked_on ?? '',
  payout.reference ?? '',
  ...sentCells(payout.sent),
];

function sentCells(sent: Payout['sent']): CsvCell[] {
  if (!sent) return ['', '', '', ''];
  const { currency, sent_units, fee_units, usd_e9 } = sent;
  const coin = coinOf(currency);
  const amount = (units: string) =>
    coin ? formatUnits(BigInt(units), COIN_DECIMALS[coin]) : plainSmallest(units, currency);
  return [currency, amount(sent_units), amount(fee_units), usd_e9 === null ? '' : formatUnits(BigInt(usd_e9), 9)];
}
