import type { Input, Reply } from '#contracts/call.ts';
import type { proposeDuties as contract } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { checkDuties } from './check-duties.ts';
import { dutyKind } from './duty-kind.ts';
import { readStaffMember } from './read-staff-member.ts';
import { requireAnotherApprover } from './require-another-approver.ts';

/** Proposes all the duties that a person would have; without any, they leave the back office. */
export async function proposeDuties(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { duties, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  checkDuties(duties);
  const data = await transaction(ctx.sql, async (sql) => {
    const [person] = await sql<{ duties: string[]; active: boolean }[]>`
      select duties, activated_at is not null and disabled_at is null as active from users
      where id = ${id} and erased_at is null for update`;
    if (!person) throw new AppError('not_found', message('review.no_person'));
    if (!person.active && duties.length > 0) throw new AppError('conflict', message('staff.inactive'));
    const now = person.duties.toSorted().join();
    if (now === duties.toSorted().join()) throw invalidField('duties', message('staff.unchanged'));
    if (!duties.includes('approver')) await requireAnotherApprover(sql, id);
    await propose(ctx, sql, actor, { kind: dutyKind, subject: id, facts: { duties: duties.join() }, reason });
    return readStaffMember(sql, actor, id);
  });
  return { data };
}
