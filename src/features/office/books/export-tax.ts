import type { Input } from '#contracts/call.ts';
import type { exportTax as contract } from '#contracts/office/books.ts';
import { type CsvCell, toCsv } from '#contracts/to-csv.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import {
  BY_HAND,
  commissionCents,
  matchesTax,
  monthsOf,
  type Period,
  SOLD,
  sellerCents,
  type TaxQuery,
  taxLines,
  taxTransfers,
} from './tax/tax-moves.ts';

/** Transfers read at a time: an order has up to a hundred cards. */
const PART = 200;

const HEADER = [
  'event',
  'at',
  'order',
  'line_id',
  'transfer',
  'sold_at',
  'programme',
  'issuer',
  'issuer_country',
  'country',
  'voucher_kind',
  'currency',
  'face_value',
  'price_usd',
  'buyer_country',
  'seller',
  'seller_country',
  'seller_share_usd',
  'commission_usd',
];

interface Row {
  id: number;
  at: string;
  sold: boolean;
  by_hand: boolean;
  order_number: number;
  line_id: string;
  sold_at: string;
  name: string;
  issuer_name: string;
  issuer_country: string;
  country: string;
  voucher_kind: string;
  currency: string;
  face_cents: number;
  moved_cents: number;
  buyer_country: string | null;
  legal_name: string | null;
  seller_country: string | null;
  seller_cents: number | null;
  commission_cents: number | null;
}

/**
 * One row for each card sold and one for each paid back in whole or in part, in the period of its transfer, in the order of the
 * ledger. Amounts of refunds are below zero, so that a column's sum is what remains.
 */
export async function exportTax(
  { sql }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const { year, country = null, voucher_kind = null } = query;
  const details = { year, country, voucher_kind };
  await appendAudit(sql, { ...by(actor), action: 'books.tax_exported', subject: 'tax', details });
  return lines(sql, query);
}

async function* lines(sql: Db, query: TaxQuery): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for (const month of monthsOf(query.year)) {
    for (let after: number | null = 0; after !== null; ) {
      const { rows, last } = await readPart(sql, query, month, after);
      yield toCsv(rows.map(cellsOf));
      after = last;
    }
  }
}

/** The cards of the next transfers; `last` is null after the last of them. */
async function readPart(sql: Db, query: TaxQuery, month: Period, after: number) {
  const ids = await sql<{ id: number }[]>`
    select t.id from ${taxTransfers(sql, month)} and t.id > ${after} order by t.id limit ${PART}`;
  const rows = await sql<Row[]>`
    select t.id, t.created_at as at, t.kind = any(${SOLD}) as sold, t.kind = any(${BY_HAND}) as by_hand,
      o.number as order_number, l.id as line_id,
      l.created_at as sold_at, f.name, f.issuer_name, f.issuer_country, f.country, f.voucher_kind, f.currency,
      l.face_cents,
      l.moved_cents, u.country as buyer_country, e.legal_name, e.country as seller_country,
      ${sellerCents(sql)} as seller_cents, ${commissionCents(sql)} as commission_cents
    from (select * from ledger_transfers where id = any(${ids.map(({ id }) => id)}::bigint[])) t
      cross join ${taxLines(sql)}
    join orders o on o.id = l.order_id join users u on u.id = o.user_id left join sellers e on e.id = s.seller_id
    where ${matchesTax(sql, query)} order by t.id, l.id`;
  return { rows, last: ids.length < PART ? null : ids.at(-1)!.id };
}

function cellsOf(row: Row): CsvCell[] {
  const price = row.sold ? row.moved_cents : -row.moved_cents;
  const share: CsvCell[] =
    row.seller_cents === null ? ['', ''] : [{ cents: row.seller_cents }, { cents: row.commission_cents ?? 0 }];
  return [
    row.sold ? 'sale' : row.by_hand ? 'refund_by_hand' : 'refund',
    row.at,
    row.order_number,
    row.line_id,
    row.id,
    row.sold_at,
    row.name,
    row.issuer_name,
    row.issuer_country,
    row.country,
    row.voucher_kind,
    row.currency,
    { cents: row.face_cents, currency: row.currency },
    { cents: price },
    row.buyer_country ?? '',
    row.legal_name ?? '',
    row.seller_country ?? '',
    ...share,
  ];
}
