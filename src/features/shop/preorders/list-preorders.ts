import type { Input, Reply } from '#contracts/call.ts';
import type { listPreorders as contract } from '#contracts/shop/preorders.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readPreorders } from './queue/read-preorders.ts';

export async function listPreorders(
  { sql }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const own = sql`p.user_id = ${actor.user.id}`;
  const [[count], data] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from preorders p where ${own}`,
    readPreorders(sql, own, { limit: page.per_page, offset: offsetOf(page) }),
  ]);
  return { data, meta: numberedMeta(page, count.total, data.length) };
}
