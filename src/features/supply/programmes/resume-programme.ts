import type { Input, Reply } from '#contracts/call.ts';
import type { resumeProgramme as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { type Linked, requireLinkHost } from './facts/require-link-host.ts';
import { lockProgramme } from './programme/lock-programme.ts';
import { readProgramme } from './programme/read-programme.ts';
import { resumeKind } from './proposals/resume-kind.ts';

/** Puts a suspended programme back on sale. What the shop itself suspended (IG-24, P14) is only proposed: it takes two people. */
export async function resumeProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  const data = await transaction(ctx.sql, async (sql) => {
    const { state, name } = await lockProgramme(sql, id);
    if (state !== 'suspended') throw new AppError('conflict', message('programme.not_suspended'));
    const [linked] = await sql<[Linked]>`select terms_url, code_format from programmes where id = ${id}`;
    requireLinkHost(ctx, linked);
    const [last] = await sql<{ id: string; rule: string | null }[]>`
      select id, rule from programme_suspensions where programme_id = ${id} order by id desc limit 1`;
    if (last?.rule) {
      const facts = { name, suspension_id: last.id };
      await propose(ctx, sql, actor, { kind: resumeKind, subject: id, facts, reason });
    } else {
      await sql`update programmes set state = 'active' where id = ${id}`;
      afterCommit(sql, ctx.catalogue.forget);
      await appendAudit(sql, { ...by(actor), action: 'programme.resumed', subject: id, details: { reason } });
    }
    return readProgramme(sql, actor, id);
  });
  return { data };
}
