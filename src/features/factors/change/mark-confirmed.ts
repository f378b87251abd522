import type { Factor } from '#contracts/factors.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** Notes in the caller's transaction that a factor was confirmed on this session while it was set up. */
export async function markConfirmed(ctx: Ctx, sql: Db, actor: Actor, confirmed_by: Factor): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update sessions set confirmed_at = ${now}, confirmed_by = ${confirmed_by} where id = ${actor.user.session_id}`;
}
