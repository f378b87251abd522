import type { Reply } from '#contracts/call.ts';
import type { listPasskeys as contract } from '#contracts/identity/factors.ts';
import { numberedMeta } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../../ctx.ts';

export const MAX_PASSKEYS = 20;

/** The user's passkeys, oldest first. */
export async function listPasskeys(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const data = await ctx.sql<Reply<typeof contract>['data']>`
    select id, name, created_at, last_used_at from passkeys where user_id = ${actor.user.id} order by id
    limit ${MAX_PASSKEYS}`;
  return { data: [...data], meta: numberedMeta({ page: 1, per_page: MAX_PASSKEYS }, data.length, data.length) };
}
