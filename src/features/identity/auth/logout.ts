import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { forgetSessions } from '../sessions/session/forget-sessions.ts';

/** Revokes the token of this request. */
export async function logout(ctx: Ctx, actor: Actor): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await sql`delete from sessions where id = ${actor.user.session_id}`;
    await appendAudit(sql, { ...by(actor), action: 'auth.logout', subject: actor.user.session_id ?? '' });
    forgetSessions(ctx, sql, actor.user.id);
  });
}
