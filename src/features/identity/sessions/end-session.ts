import type { Input } from '#contracts/call.ts';
import type { endSession as contract } from '#contracts/identity/sessions.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { closeSession } from './close-sessions.ts';

export async function endSession(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const ended = await closeSession(ctx, sql, { id: params.id, user_id: actor.user.id });
    if (!ended) throw new AppError('not_found', message('auth.no_session'));
    await appendAudit(sql, { ...by(actor), action: 'auth.session_ended', subject: params.id });
  });
}
