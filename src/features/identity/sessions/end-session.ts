import type { Input } from '#contracts/call.ts';
import type { endSession as contract } from '#contracts/identity/sessions.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { forgetSessions } from './session/forget-sessions.ts';

export async function endSession(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const ended = await sql`delete from sessions where id = ${params.id} and user_id = ${actor.user.id} returning id`;
    if (ended.length === 0) throw new AppError('not_found', message('auth.no_session'));
    await appendAudit(sql, { ...by(actor), action: 'auth.session_ended', subject: params.id });
    forgetSessions(ctx, sql, actor.user.id);
  });
}
