import type { Input, Reply } from '#contracts/call.ts';
import type { retireProgramme as contract } from '#contracts/supply/programmes.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { requireOpen } from './facts/check-facts.ts';
import { lockProgramme } from './programme/lock-programme.ts';
import { readProgramme } from './programme/read-programme.ts';
import { editKind } from './proposals/edit-kind.ts';
import { resumeKind } from './proposals/resume-kind.ts';

/** Ends a programme for good: nothing of it is sold or imported again, and what was open about it is closed. */
export async function retireProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  const data = await transaction(ctx.sql, async (sql) => {
    for (const kind of [editKind, resumeKind]) await dismiss(ctx, sql, actor, { kind, subject: id, reason });
    const { state } = await lockProgramme(sql, id);
    requireOpen(state);
    await sql`update programmes set state = 'retired' where id = ${id}`;
    afterCommit(sql, ctx.catalogue.forget);
    await appendAudit(sql, { ...by(actor), action: 'programme.retired', subject: id, details: { reason } });
    return readProgramme(sql, actor, id);
  });
  return { data };
}
