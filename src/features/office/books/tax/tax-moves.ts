import type { z } from 'zod';
import type { getTaxReport } from '#contracts/office/books.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { soldUnder } from '../../../supply/programmes/facts/as-sold.ts';

export type TaxQuery = z.output<(typeof getTaxReport)['query']>;

/** The transfers that pay for orders, and those that pay cards back. */
export const SOLD = ['order'];
export const REFUNDED = ['return', 'claim'];
/** Those by which people change balances: the ones that refund an order count, too. */
export const BY_HAND = ['adjustment'];
/** What comes back of refunds by hand when cards are returned after them. The return counts as so much less. */
export const SET_OFF = ['refund_set_off'];

export interface Period {
  from: Date;
  until: Date;
}

/** The months of a year (UTC). */
export const monthsOf = (year: string): (Period & { month: string })[] =>
  Array.from({ length: 12 }, (_, index) => ({
    month: `${year}-${String(index + 1).padStart(2, '0')}`,
    from: new Date(Date.UTC(Number(year), index)),
    until: new Date(Date.UTC(Number(year), index + 1)),
  }));

/** SQL for the transfers `t` of sales and refunds in a period. They say when something counts, not the order's own dates. */
export const taxTransfers = (sql: Db, { from, until }: Period): Fragment => sql`
  ledger_transfers t where t.created_at >= ${from} and t.created_at < ${until}
    and (t.kind = any(${[...SOLD, ...REFUNDED]}) or t.kind = any(${BY_HAND}) and exists (
      select from balance_adjustments a where a.id = t.reference and a.cause = 'refund'))`;

/**
 * SQL for the cards `l` that a transfer `t` sold or paid back, in whole or in part (`moved_cents`), with the facts `f` of their
 * programmes as they were at the sale, also for a refund: what a programme becomes later changes no year. Cards older than
 * versions were sold under the first.
 */
export const taxLines = (sql: Db): Fragment => sql`
  lateral (
    select l.*, l.price_cents as moved_cents from order_lines l where t.kind = any(${SOLD}) and l.order_id = t.reference
    union all
    select l.*, g.cents from given_back_by(t) g join order_lines l on l.id = g.line_id) l
  join batches b on b.id = l.batch_id join programmes p on p.id = b.programme_id ${soldUnder(sql)}
  cross join lateral jsonb_to_record(to_jsonb(p) || coalesce(sold.facts, (
    select facts from programme_versions v
    where v.programme_id = p.id and v.state in ('active', 'superseded') order by v.number limit 1), '{}'))
    as f (name text, issuer_name text, issuer_country text, country text, voucher_kind text, currency text)
  left join seller_lines s on s.line_id = l.id`;

/**
 * SQL for what the seller and the shop's commission get: at a return or claim of the card, what is taken back from them. A refund by hand
 * is the shop's.
 */
export const sellerCents = (sql: Db): Fragment => sql`
  case when t.kind = any(${SOLD}) then s.share_cents when l.id = t.reference
    then -(s.share_cents + s.charged_cents) end`;
export const commissionCents = (sql: Db): Fragment => sql`
  case when t.kind = any(${SOLD}) then s.commission_cents
    when l.id = t.reference and s.returns_borne_by = 'shop' then -s.commission_cents else 0 end`;

export const matchesTax = (sql: Db, { country, voucher_kind }: TaxQuery): Fragment => sql`
  ${country ? sql`f.country = ${country}` : sql`true`}
  and ${voucher_kind ? sql`f.voucher_kind = ${voucher_kind}` : sql`true`}`;
