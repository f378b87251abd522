import type { Input, Reply } from '#contracts/call.ts';
import type { suspendProgramme as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { lockProgramme } from './programme/lock-programme.ts';
import { readProgramme } from './programme/read-programme.ts';

/** Takes a programme off sale at once: one approver is enough to stop. */
export async function suspendProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  const data = await transaction(ctx.sql, async (sql) => {
    const { state } = await lockProgramme(sql, id);
    if (state !== 'active') throw new AppError('conflict', message('programme.not_approved'));
    await sql`
      insert into programme_suspensions (programme_id, reason, suspended_by, suspended_at)
      values (${id}, ${reason}, ${actor.user.id}, ${ctx.clock.now()})`;
    await sql`update programmes set state = 'suspended' where id = ${id}`;
    afterCommit(sql, ctx.catalogue.forget);
    await appendAudit(sql, { ...by(actor), action: 'programme.suspended', subject: id, details: { reason } });
    return readProgramme(sql, actor, id);
  });
  return { data };
}
