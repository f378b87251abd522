import type { listSessions as contract } from '#contracts/auth.ts';
import type { Reply } from '#contracts/call.ts';
import { numberedMeta } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../ctx.ts';

const limit = 100;

/** Where the user is signed in, last used first. */
export async function listSessions(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const data = await ctx.sql<Reply<typeof contract>['data']>`
    select id, user_agent, address, created_at, last_used_at, id is not distinct from ${actor.user.session_id} as current
    from sessions where user_id = ${actor.user.id} and expires_at > ${ctx.clock.now()} order by last_used_at desc limit ${limit}`;
  return { data: [...data], meta: numberedMeta({ page: 1, per_page: limit }, data.length, data.length) };
}
