import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { checkFormat } from '../import-guard/check-format.ts';
import type { CodeFormat } from '../import-guard/format.ts';
import { forgetCatalogue } from './catalogue.ts';
import { requireDuty } from './require-duty.ts';

interface Row {
  state: string;
  network: 'closed_loop' | 'open_loop';
  code_format: CodeFormat;
  proposed_by: string;
}

/** Puts a proposed programme on: by another admin than the one who proposed it, and judged once more by today's range table. */
export async function approveProgramme(ctx: Ctx, actor: Actor, { id }: { id: string }): Promise<void> {
  requireDuty(actor, 'approver');
  await transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<Row[]>`
      select state, network, code_format, proposed_by from programmes where id = ${id} for update`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    if (programme.proposed_by === actor.user.id) {
      throw new AppError('forbidden', message('programme.four_eyes'));
    }
    if (programme.state !== 'proposed') throw new AppError('conflict', message('programme.approved_already'));
    const rule = checkFormat(programme.code_format, programme.network);
    if (rule) throw new AppError('conflict', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
    await sql`update programmes set state = 'active', approved_by = ${actor.user.id}, approved_at = ${ctx.clock.now()}
      where id = ${id}`;
    await appendAudit(sql, { ...by(actor), action: 'programme.approved', subject: id });
  });
  forgetCatalogue(ctx);
}
