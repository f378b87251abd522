import type { Input } from '#contracts/call.ts';
import type { decideAccess as contract } from '#contracts/customers/users.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { closeSessions } from '../../../identity/sessions/close-sessions.ts';
import { changeUser } from '../../../identity/sessions/seals/change-user.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { notifyApprovers } from '../duties/notify-approvers.ts';
import { notifyPerson } from '../person/notify-person.ts';
import { lockPerson } from '../person/person.ts';
import { accessKind } from './access-kind.ts';
import { refuseUnfitAccess } from './refuse-unfit-access.ts';

/** Disables or enables somebody of the staff as another approver proposed it, or not; never by the person themself. */
export async function decideAccess(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const person = await lockPerson(sql, actor, id);
    const { facts } = await decide(ctx, sql, actor, {
      kind: accessKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    if (decision === 'rejected') return;
    const to = facts.to === 'enabled' ? 'enabled' : 'disabled';
    await refuseUnfitAccess(sql, { id, person, to });
    await changeUser(ctx, sql, id, { disabled_at: to === 'disabled' ? ctx.clock.now() : null });
    if (to === 'disabled') await closeSessions(ctx, sql, { user_id: id });
    await appendAudit(sql, { ...by(actor), action: `user.${to}`, subject: id, details: { proposal_id } });
    await notifyPerson(sql, id, to);
    await notifyApprovers(sql, { user_id: id, actor_id: actor.user.id, change: to });
  });
}
