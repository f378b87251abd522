import type { Input, Reply } from '#contracts/call.ts';
import type { listDemand as contract } from '#contracts/shop/preorders.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';

type Row = Reply<typeof contract>['data'][number];

export async function listDemand(
  { sql }: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const rows = await sql<(Row & { total: number })[]>`
    select json_build_object('id', g.id, 'name', g.name, 'currency', g.currency) as programme, d.*,
      count(*) over () as total
    from (
      select programme_id, face_cents, count(*) filter (where not notify_only)::int as preorders,
        coalesce(sum(quantity - filled) filter (where not notify_only), 0)::int as cards,
        sum(reserved_cents)::bigint as reserved_cents, max(highest_price_cents) as highest_cents,
        min(highest_price_cents) as lowest_cents, count(*) filter (where notify_only)::int as notify_only,
        min(queued_at) as oldest_at
      from preorders where state in ('open', 'part_filled') group by programme_id, face_cents) d
    join programmes g on g.id = d.programme_id
    order by d.reserved_cents desc, d.programme_id, d.face_cents limit ${page.per_page} offset ${offsetOf(page)}`;
  const data = rows.map(({ total: _, ...row }) => row);
  return { data, meta: numberedMeta(page, rows[0]?.total ?? 0, data.length) };
}
