import type { Input } from '#contracts/call.ts';
import type { exportOss as contract, OssRow } from '#contracts/office/tax.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { readOss } from './read-oss.ts';

const HEADER = [
  'quarter',
  'scheme',
  'country',
  'buyer_country',
  'rate_percent',
  'corrects',
  'net_usd',
  'vat_usd',
  'gross_usd',
];

/** One row for each country of tax, country of the buyer, rate and corrected quarter. */
export async function exportOss(
  { sql }: Ctx,
  actor: Actor,
  { query: { quarter } }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  await appendAudit(sql, { ...by(actor), action: 'tax.oss_exported', subject: 'tax', details: { quarter } });
  const rows = await readOss(sql, quarter);
  return (async function* () {
    yield toCsv([HEADER, ...rows.map((row) => cellsOf(quarter, row))]);
  })();
}

const cellsOf = (quarter: string, row: OssRow): CsvCell[] => [
  quarter,
  row.scheme,
  row.country,
  row.buyer_country ?? '',
  row.rate_bp === null ? '' : (row.rate_bp / 100).toFixed(2),
  row.corrects ?? '',
  { cents: row.net_cents },
  { cents: row.vat_cents },
  { cents: row.gross_cents },
];
