import type { Input, Reply } from '#contracts/call.ts';
import type { listBatches as contract, ListedBatch } from '#contracts/supply/stock.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { DAYS, daysAgo } from './days-ago.ts';
import { countsOf, moneyOf, selected, waitsFor } from './figures.ts';
import { readClaims } from './read-claims.ts';

/** Batches with their stock, newest first unless sorted. */
export async function listBatches(
  { sql, clock }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const { sort = '-created_at' } = query;
  const [key, direction] = sort.startsWith('-') ? [sort.slice(1), sql`desc nulls last`] : [sort, sql`nulls first`];
  const orders: Record<string, ReturnType<typeof sql>> = {
    created_at: sql`b.created_at`,
    name: sql`b.name`,
    available: sql`f.available`,
    sold: sql`f.sold`,
    stock_price_cents: sql`f.stock_price_cents`,
  };
  const [[all], rows] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from batches b where ${selected(sql, actor, query)}`,
    sql<Omit<ListedBatch, 'sold_90d' | 'claims_90d'>[]>`
      select b.id, b.state, b.name, jsonb_build_object('id', p.id, 'name', p.name, 'currency', p.currency) as programme,
        case when s.id is not null then jsonb_build_object('id', s.id, 'legal_name', s.legal_name) end as seller,
        b.supplier, b.invoice_reference, b.invoice_date, b.discount_bp, b.created_at,
        ${waitsFor(sql)} as waits_for, ${countsOf(sql)} as counts, ${moneyOf(sql)}
      from batches b join programmes p on p.id = b.programme_id left join batch_figures f on f.batch_id = b.id
      left join sellers s on s.id = b.seller_id
      where ${selected(sql, actor, query)}
      order by ${orders[key]!} ${direction}, b.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  const ids = rows.map(({ id }) => id);
  const claims = await readClaims(sql, ids, daysAgo(clock.now(), DAYS - 1));
  const data = rows.map((row) => ({ ...row, ...(claims.get(row.id) ?? { sold_90d: 0, claims_90d: 0 }) }));
  return { data, meta: numberedMeta(page, all.total, data.length) };
}
