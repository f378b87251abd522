import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { closeSession } from '../sessions/close-sessions.ts';

/** Revokes the token of this request. */
export async function logout(ctx: Ctx, actor: Actor): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await closeSession(ctx, sql, { id: actor.user.session_id, user_id: actor.user.id });
    await appendAudit(sql, { ...by(actor), action: 'auth.logout', subject: actor.user.session_id ?? '' });
  });
}
