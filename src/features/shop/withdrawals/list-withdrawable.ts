import type { Input, Reply } from '#contracts/call.ts';
import type { listWithdrawable as contract, Withdrawable } from '#contracts/shop/withdrawals.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { RETURN_WINDOW_MS } from '../orders/get-order.ts';

/** The buyer's cards that `takeBack` would take, the newest order first. */
export async function listWithdrawable(
  { sql, clock }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const since = new Date(clock.now().getTime() - RETURN_WINDOW_MS);
  const withdrawable = sql`
    from orders o join order_lines l on l.order_id = o.id
      join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id
    where o.user_id = ${actor.user.id} and o.created_at > ${since} and l.state = 'delivered' and order_rest(o) > 0
      ${query.card_id ? sql`and l.card_id = ${query.card_id}` : sql``}`;
  const [[count], rows] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total ${withdrawable}`,
    sql<Row[]>`
      select l.card_id, l.face_cents, l.price_cents, least(l.price_cents, order_rest(o)) as refund_cents, p.currency,
        p.name as programme, o.id as order_id, o.number, o.created_at
      ${withdrawable} order by o.id desc, l.id limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: rows.map(withOrder), meta: numberedMeta(page, count?.total ?? 0, rows.length) };
}

type Row = Omit<Withdrawable, 'order' | 'until'> & { order_id: string; number: number; created_at: string };

const withOrder = ({ order_id, number, created_at, ...card }: Row): Withdrawable => ({
  ...card,
  order: { id: order_id, number, created_at },
  until: new Date(Date.parse(created_at) + RETURN_WINDOW_MS).toISOString(),
});
