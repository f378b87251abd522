import type { Input } from '#contracts/call.ts';
import type { signOutUser as contract } from '#contracts/customers/users.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { closeSessions } from '../../identity/sessions/close-sessions.ts';
import { notifyApprovers } from './duties/notify-approvers.ts';
import { notifyPerson } from './person/notify-person.ts';
import { lockPerson } from './person/person.ts';

/** Ends every session of an account, and with them its sockets; of staff, the operator and other approvers hear at once. */
export async function signOutUser(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { role } = await lockPerson(sql, actor, id);
    const count = await closeSessions(ctx, sql, { user_id: id });
    await appendAudit(sql, { ...by(actor), action: 'user.signed_out', subject: id, details: { count, reason } });
    await notifyPerson(sql, id, 'signed_out');
    if (role === 'admin') await notifyApprovers(sql, { user_id: id, actor_id: actor.user.id, change: 'signed_out' });
  });
}
