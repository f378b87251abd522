import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { forgetSessions } from './session/forget-sessions.ts';

/** Ends one session of a user, in the caller's transaction; false if there is none. */
export async function closeSession(
  ctx: Ctx,
  sql: Db,
  { id, user_id }: { id: string | null; user_id: string },
): Promise<boolean> {
  const { count } = await sql`delete from sessions where id = ${id} and user_id = ${user_id}`;
  forgetSessions(ctx, sql, user_id);
  return count > 0;
}

/** Ends all sessions of a user but one that may stay, in the caller's transaction; returns how many. */
export async function closeSessions(
  ctx: Ctx,
  sql: Db,
  { user_id, keep_session_id = null }: { user_id: string; keep_session_id?: string | null },
): Promise<number> {
  const { count } = await sql`
    delete from sessions where user_id = ${user_id} and id is distinct from ${keep_session_id}`;
  forgetSessions(ctx, sql, user_id);
  return count;
}
