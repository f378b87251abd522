import type { Input } from '#contracts/call.ts';
import type { activateUser as contract } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { notifyActivated } from '../../identity/auth/activation/notify-activated.ts';
import { changeUser } from '../../identity/sessions/seals/change-user.ts';
import { forgetSessions } from '../../identity/sessions/session/forget-sessions.ts';
import { lockPerson } from './person/person.ts';

/** Opens the shop to an account without the top-up that it takes otherwise; address and terms are never waived. */
export async function activateUser(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { activated, disabled, ready } = await lockPerson(sql, actor, id);
    if (activated) throw new AppError('conflict', message('users.active_already'));
    if (disabled) throw new AppError('conflict', message('users.is_disabled'));
    if (!ready) throw new AppError('conflict', message('users.not_ready'));
    await changeUser(ctx, sql, id, { activated_at: ctx.clock.now() });
    await appendAudit(sql, { ...by(actor), action: 'user.activated', subject: id, details: { reason } });
    await notifyActivated(sql, id);
    forgetSessions(ctx, sql, id);
  });
}
