import type { Reply } from '#contracts/call.ts';
import type { latestNotice as contract, Notice } from '#contracts/content/content.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noticeColumns, seenBy, showing } from './showing.ts';

/** The latest notice that the user has not closed; undefined when there is none. */
export async function latestNotice(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [data] = await ctx.sql<Notice[]>`
    select ${noticeColumns(ctx.sql, actor)} from notices n
    where ${showing(ctx.sql, actor, ctx.clock.now())} and not ${seenBy(ctx.sql, actor.user.id)}
    order by n.starts_at desc, n.id desc limit 1`;
  return data && { data };
}
