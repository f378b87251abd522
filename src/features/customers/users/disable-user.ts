import type { Input } from '#contracts/call.ts';
import type { disableUser as contract } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { closeSessions } from '../../identity/sessions/close-sessions.ts';
import { changeUser } from '../../identity/sessions/seals/change-user.ts';
import { notifyPerson } from './person/notify-person.ts';
import { lockPerson } from './person/person.ts';

/**
 * Closes an account to its owner: sessions end, and with them sockets. Balance, cards and open payments stay what they
 * are; pre-orders wait until they are skipped. Staff are disabled by two people.
 */
export async function disableUser(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { role, disabled } = await lockPerson(sql, actor, id);
    if (role === 'admin') throw new AppError('conflict', message('users.staff_takes_two'));
    if (disabled) throw new AppError('conflict', message('users.is_disabled'));
    await changeUser(ctx, sql, id, { disabled_at: ctx.clock.now() });
    await closeSessions(ctx, sql, { user_id: id });
    await appendAudit(sql, { ...by(actor), action: 'user.disabled', subject: id, details: { reason } });
    await notifyPerson(sql, id, 'disabled');
  });
}
