import type { Db } from '#platform/db/client.ts';
import { type DueDocument, operatorNow, type Stretch, transfersIn } from './due-document.ts';

/**
 * The credit notes for what was given back in a stretch of the chain, of orders with an invoice. The VAT of a line is what its refunds so
 * far include, less what those before did, so that a whole price takes back its whole VAT at the rate of the invoice.
 */
export const readRefunds = (sql: Db, stretch: Stretch): Promise<DueDocument[]> => sql<DueDocument[]>`
  select t.id as transfer_id, t.position, i.order_id, i.user_id, i.id as invoice_id, ${operatorNow(sql)} as operator_id,
    t.created_at as supplied_at, i.buyer_name, i.buyer_country,
    jsonb_agg(sold.line || jsonb_build_object('gross_cents', g.cents, 'vat_cents',
      vat_in(after.cents, sold.rate_bp) - vat_in(after.cents - g.cents, sold.rate_bp)) order by g.line_id) as lines
  from ${transfersIn(sql, stretch, ['return', 'claim', 'adjustment'])}
  cross join given_back_by(t.transfer) g
  join order_lines l on l.id = g.line_id join invoices i on i.order_id = l.order_id and i.kind = 'invoice'
  join lateral given_back(l.order_id, t.id) after on after.line_id = g.line_id
  cross join lateral (
    select line, (line ->> 'rate_bp')::int as rate_bp from jsonb_array_elements(i.lines) line
    where line ->> 'line_id' = g.line_id::text) sold
  group by t.id, t.position, t.created_at, i.id order by t.position`;
