import type { Db } from '#platform/db/client.ts';
import { soldUnder } from '../../../supply/programmes/facts/as-sold.ts';
import { type DueDocument, operatorNow, type Stretch, transfersIn } from './due-document.ts';

/**
 * The invoices for the sales in a stretch of the chain, with the rates in force at each sale. A multi-purpose voucher is taxed when it
 * is redeemed, so its line has none.
 */
export const readSales = (sql: Db, stretch: Stretch): Promise<DueDocument[]> => sql<DueDocument[]>`
  select t.id as transfer_id, t.position, o.id as order_id, o.user_id, null as invoice_id,
    ${operatorNow(sql)} as operator_id, t.created_at as supplied_at,
    coalesce(nullif(u.display_name, ''), u.username) as buyer_name,
    u.country as buyer_country,
    (select jsonb_agg(jsonb_build_object('line_id', l.id, 'programme', f.name, 'issuer', f.issuer_name,
        'voucher_kind', f.voucher_kind, 'country', f.country, 'currency', f.currency, 'face_cents', l.face_cents,
        'rate_bp', r.rate_bp, 'gross_cents', l.price_cents, 'vat_cents', vat_in(l.price_cents, r.rate_bp))
        order by l.id)
      from order_lines l join batches b on b.id = l.batch_id join programmes p on p.id = b.programme_id
      ${soldUnder(sql)}
      cross join lateral jsonb_to_record(to_jsonb(p) || coalesce(sold.facts, '{}'))
        as f (name text, issuer_name text, country text, voucher_kind text, currency text)
      cross join lateral (select case
        when f.voucher_kind = 'single_purpose' then tax_rate(f.country, p.id, t.created_at) end as rate_bp) r
      where l.order_id = o.id) as lines
  from ${transfersIn(sql, stretch, ['order'])} join orders o on o.id = t.reference join users u on u.id = o.user_id
  order by t.position`;
