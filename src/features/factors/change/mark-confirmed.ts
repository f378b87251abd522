import type { Factor } from '#contracts/factors.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** Records in the caller's transaction that setting up this factor also confirmed the session. */
export async function markConfirmed(ctx: Ctx, sql: Db, actor: Actor, confirmed_by: Factor): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update sessions set confirmed_at = ${now}, confirmed_by = ${confirmed_by} where id = ${actor.user.session_id}`;
}
