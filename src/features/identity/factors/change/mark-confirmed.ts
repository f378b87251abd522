import type { Factor } from '#contracts/identity/factors.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { changeSession } from '../../sessions/seals/change-session.ts';
import { noteSecondFactor } from '../../sessions/seals/note-second-factor.ts';

/** Records in the caller's transaction that setting up this factor also confirmed the session. */
export async function markConfirmed(ctx: Ctx, sql: Db, actor: Actor, confirmed_by: Factor): Promise<void> {
  await noteSecondFactor(ctx, sql, actor.user.id, confirmed_by);
  if (actor.user.session_id) await changeSession(ctx, sql, actor.user.session_id, { confirmed_by });
}
