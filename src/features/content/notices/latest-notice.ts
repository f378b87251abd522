import type { Reply } from '#contracts/call.ts';
import type { latestNotice as contract, Notice } from '#contracts/content.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { seenBy, showing } from './showing.ts';

/** The latest notice that the user has not closed; undefined when there is none. */
export async function latestNotice(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [data] = await ctx.sql<Notice[]>`
    select n.id, n.title, n.content, n.starts_at from notices n
    where ${showing(ctx.sql, ctx.clock.now())} and not ${seenBy(ctx.sql, actor.user.id)}
    order by n.starts_at desc, n.id desc limit 1`;
  return data && { data };
}
