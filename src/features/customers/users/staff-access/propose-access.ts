import type { Input } from '#contracts/call.ts';
import type { proposeAccess as contract } from '#contracts/customers/users.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { notifyApprovers } from '../duties/notify-approvers.ts';
import { lockPerson } from '../person/person.ts';
import { accessKind } from './access-kind.ts';
import { refuseUnfitAccess } from './refuse-unfit-access.ts';

/** Proposes to disable somebody of the staff, or to enable them again; another approver decides. */
export async function proposeAccess(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { to, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const person = await lockPerson(sql, actor, id);
    await refuseUnfitAccess(sql, { id, person, to });
    await propose(ctx, sql, actor, { kind: accessKind, subject: id, facts: { to }, reason });
    const change = to === 'disabled' ? 'disable_proposed' : 'enable_proposed';
    await notifyApprovers(sql, { user_id: id, actor_id: actor.user.id, change });
  });
}
