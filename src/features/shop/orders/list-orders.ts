import type { Input, Reply } from '#contracts/call.ts';
import type { listOrders as contract } from '#contracts/shop/orders.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** The buyer's own orders, newest first. */
export async function listOrders(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from orders where user_id = ${actor.user.id}`,
    ctx.sql<Reply<typeof contract>['data']>`
      select id, number, status, total_cents, created_at, card_count from orders where user_id = ${actor.user.id}
      order by id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
