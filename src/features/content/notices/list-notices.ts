import type { Input, Reply } from '#contracts/call.ts';
import type { listNotices as contract } from '#contracts/content/content.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noticeColumns, seenBy, showing } from './showing.ts';

/** The notices that show now, newest first, seen ones included. */
export async function listNotices(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const now = ctx.clock.now();
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from notices n where ${showing(ctx.sql, actor, now)}`,
    ctx.sql<Reply<typeof contract>['data']>`
      select ${noticeColumns(ctx.sql, actor)}, ${seenBy(ctx.sql, actor.user.id)} as seen from notices n
      where ${showing(ctx.sql, actor, now)} order by n.starts_at desc, n.id desc
      limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
}
