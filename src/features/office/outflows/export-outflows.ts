import type { Input } from '#contracts/call.ts';
import type { exportOutflows as contract } from '#contracts/office/outflows.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Cursor } from '#platform/db/keyset.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { keyOf, type OutflowFilters, type OutflowRow, selectOutflows } from './listed/select-outflows.ts';

/** More are refused, not cut off. */
const LIMIT = 100_000;
const PART = 1_000;
const HEADER = [
  'recorded_at',
  'mined_at',
  'coin',
  'transaction',
  'block',
  'amount',
  'fee',
  'label',
  'reason',
  'labelled_at',
  'labelled_by',
];

/** The selected outflows as a file, amounts in whole coins; an empty fee isn't known. */
export async function exportOutflows(
  { sql }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const [beyond] = await sql`select from (${selectOutflows(sql, query, undefined, LIMIT + 1)}) as each offset ${LIMIT}`;
  if (beyond) throw new AppError('invalid', message('export.too_long', { limit: LIMIT }));
  await appendAudit(sql, { ...by(actor), action: 'outflows.exported', subject: 'outflows', details: { ...query } });
  return lines(sql, query);
}

async function* lines(sql: Db, filters: OutflowFilters): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for (let after: Cursor | undefined; ; ) {
    const rows = await selectOutflows(sql, filters, after, PART);
    yield toCsv(rows.map(cellsOf));
    if (rows.length < PART) return;
    after = { direction: 'next', values: keyOf(rows.at(-1)!) };
  }
}

function cellsOf({ coin, label, amount_units, fee_units, ...row }: OutflowRow): CsvCell[] {
  const amount = (units: string) => formatUnits(BigInt(units), COIN_DECIMALS[coin]);
  return [
    row.noted_at,
    row.mined_at ?? '',
    coin,
    row.txid,
    row.height,
    amount(amount_units),
    fee_units === null ? '' : amount(fee_units),
    label ?? '',
    row.reason ?? '',
    row.labelled_at ?? '',
    row.labelled_by ?? '',
  ];
}
