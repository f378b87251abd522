import type { Preorder } from '#contracts/shop/preorders.ts';
import type { Db, Query } from '#platform/db/client.ts';

/** A skipped pre-order keeps its place this long. */
export const KEEPS_PLACE_DAYS = 7;

/** SQL for what is shown of a pre-order `p` of a programme `g`, to its buyer and to the back office. */
export const preorderColumns = (sql: Db) => sql`
  p.id, json_build_object('id', g.id, 'name', g.name, 'currency', g.currency, 'color_from', g.color_from,
    'color_to', g.color_to, 'motif', g.motif) as programme,
  p.face_cents, p.quantity, p.filled, p.highest_price_cents, p.notify_only, p.state,
  g.state = 'suspended' and p.ended_at is null as frozen, p.reserved_cents, p.spent_cents, p.expires_on, p.created_at,
  p.ended_at, p.end_reason, p.skip_reason,
  p.skipped_at + make_interval(days => ${KEEPS_PLACE_DAYS}) as keeps_place_until`;

/** SQL for a pre-order `q` that waits for cards of a programme and face value. */
export const waitsFor = (sql: Db, { programme_id, face_cents }: { programme_id: Query; face_cents: Query }) => sql`
  q.programme_id = ${programme_id} and q.face_cents = ${face_cents} and q.state in ('open', 'part_filled')
  and not q.notify_only`;

/** Pre-orders that fit a condition on `p`, open ones first, then the newest. */
export async function readPreorders(
  sql: Db,
  where: Query,
  { limit, offset }: { limit: number; offset: number } = { limit: 1, offset: 0 },
): Promise<Preorder[]> {
  const rows = await sql<Preorder[]>`
    select ${preorderColumns(sql)},
      case when p.ended_at is null then (
        select coalesce(sum(q.quantity - q.filled), 0)::int from preorders q
        where ${waitsFor(sql, { programme_id: sql`p.programme_id`, face_cents: sql`p.face_cents` })}
          and q.highest_price_cents >= p.highest_price_cents and (q.queued_at, q.id) < (p.queued_at, p.id)) end as cards_before,
      coalesce((
        select json_agg(json_build_object('id', o.id, 'number', o.number, 'cards', f.cards,
          'total_cents', f.spent_cents)
          order by o.id)
        from preorder_fills f join orders o on o.id = f.order_id where f.preorder_id = p.id), '[]') as orders
    from preorders p join programmes g on g.id = p.programme_id
    where ${where} order by p.ended_at is null desc, p.id desc limit ${limit} offset ${offset}`;
  return [...rows];
}
