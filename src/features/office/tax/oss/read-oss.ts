import type { OssRow } from '#contracts/office/tax.ts';
import { EU_COUNTRIES } from '#contracts/vat-ids.ts';
import type { Db } from '#platform/db/client.ts';

/**
 * The single-purpose vouchers of a quarter (`2026-Q4`, UTC) by country of tax, country of the buyer and rate. Sales count when they were
 * made, credit notes when money was given back; those for sales of an earlier quarter stand apart, as a return wants them.
 */
export const readOss = (sql: Db, quarter: string): Promise<OssRow[]> => {
  const [from, until] = daysOfQuarter(quarter);
  return sql<OssRow[]>`
    with home as (select country from operator_versions order by at desc limit 1),
    lines as (
      select l.country, i.buyer_country, l.rate_bp, l.gross_cents, l.vat_cents,
        case when i.kind = 'invoice' then 1 else -1 end as sign,
        case when origin.supplied_at < ${from}
          then to_char(origin.supplied_at at time zone 'UTC', 'YYYY-"Q"Q') end as corrects
      from invoices i left join invoices origin on origin.id = i.invoice_id
      cross join lateral jsonb_to_recordset(i.lines)
        as l (voucher_kind text, country text, rate_bp int, gross_cents bigint, vat_cents bigint)
      where i.supplied_at >= ${from} and i.supplied_at < ${until} and l.voucher_kind = 'single_purpose')
    select ${scheme(sql)} as scheme, country, buyer_country, rate_bp, corrects,
      sum(sign * (gross_cents - vat_cents))::bigint as net_cents,
      sum(sign * vat_cents)::bigint as vat_cents, sum(sign * gross_cents)::bigint as gross_cents
    from lines group by country, buyer_country, rate_bp, corrects
    order by array_position(array['oss', 'home', 'elsewhere'], ${scheme(sql)}), country, rate_bp desc nulls last,
      corrects nulls first, buyer_country`;
};

/** SQL for where the VAT of a country is declared. */
const scheme = (sql: Db) => sql`
  case when country = (select country from home) then 'home' when country = any(${EU_COUNTRIES}) then 'oss'
    else 'elsewhere' end`;

/** The first moment of a quarter (UTC), and the first after it. */
function daysOfQuarter(quarter: string): [Date, Date] {
  const year = Number(quarter.slice(0, 4));
  const month = (Number(quarter.at(-1)) - 1) * 3;
  return [new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 3))];
}
