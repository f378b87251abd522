import type { Factor } from '#contracts/factors.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { changeSession } from '../../sessions/seals/change-session.ts';

/** Records in the caller's transaction that setting up this factor also confirmed the session. */
export async function markConfirmed(ctx: Ctx, sql: Db, actor: Actor, confirmed_by: Factor): Promise<void> {
  if (actor.user.session_id) await changeSession(ctx, sql, actor.user.session_id, { confirmed_by });
}
