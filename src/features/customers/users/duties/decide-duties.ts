import type { Input, Reply } from '#contracts/call.ts';
import type { decideDuties as contract } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { changeRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { dutyKind } from './duty-kind.ts';
import { readStaffMember } from './read-staff-member.ts';
import { requireAnotherApprover } from './require-another-approver.ts';

/** Gives and takes the duties that were proposed: never by the proposer, nor by the person they are for. */
export async function decideDuties(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (id === actor.user.id) throw new AppError('forbidden', message('staff.about_you'));
  const data = await transaction(ctx.sql, async (sql) => {
    const [person] = await sql<{ duties: string[] }[]>`
      select duties from users where id = ${id} and erased_at is null for update`;
    if (!person) throw new AppError('not_found', message('review.no_person'));
    const proposal = await decide(ctx, sql, actor, { kind: dutyKind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'approved') {
      const duties = String(proposal.facts.duties).split(',').filter(Boolean);
      if (!duties.includes('approver')) await requireAnotherApprover(sql, id);
      const role = duties.length > 0 ? 'admin' : 'buyer';
      const write = (mac: Buffer) => sql`select give_duties(${proposal_id}, ${mac})`;
      await changeRow(ctx.vault, sql, { table: 'users', id }, { role, duties }, write);
      const details = { proposal_id, from: person.duties, to: duties };
      await appendAudit(sql, { ...by(actor), action: 'user.duties_changed', subject: id, details });
      await notify(sql, id, {
        type: 'info',
        title: message('staff.changed'),
        content: message(duties.length > 0 ? 'staff.changed_more' : 'staff.changed_none', {
          duties: duties.join(', '),
        }),
      });
    }
    return readStaffMember(sql, actor, id);
  });
  return { data };
}
