import type { Input } from '#contracts/call.ts';
import type { endSessions as contract } from '#contracts/identity/sessions.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { closeSessions } from './close-sessions.ts';

/** Signs out everywhere, or everywhere else. */
export async function endSessions(ctx: Ctx, actor: Actor, { query }: Input<typeof contract>): Promise<undefined> {
  const { id, session_id } = actor.user;
  const keep_session_id = query.keep === 'current' ? session_id : null;
  await transaction(ctx.sql, async (sql) => {
    const count = await closeSessions(ctx, sql, { user_id: id, keep_session_id });
    const details = { count, kept_current: keep_session_id !== null };
    await appendAudit(sql, { ...by(actor), action: 'auth.sessions_ended', subject: id, details });
  });
}
