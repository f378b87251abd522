import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { decide } from '../four-eyes/decide.ts';
import { checkFormat } from '../import-guard/check-format.ts';
import type { CodeFormat } from '../import-guard/format.ts';
import { forgetCatalogue } from './catalogue.ts';
import { programmeKind } from './programme-kind.ts';

interface Row {
  state: string;
  network: 'closed_loop' | 'open_loop';
  code_format: CodeFormat;
}

/** Puts a proposed programme on: by another admin than the one who proposed it, and judged once more by today's range table. */
export async function approveProgramme(ctx: Ctx, actor: Actor, { id }: { id: string }): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<Row[]>`
      select state, network, code_format from programmes where id = ${id} for update`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    if (programme.state !== 'proposed') throw new AppError('conflict', message('programme.approved_already'));
    await decide(ctx, sql, actor, { kind: programmeKind, subject: id, decision: 'approved' });
    const rule = checkFormat(programme.code_format, programme.network);
    if (rule) throw new AppError('conflict', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
    await sql`update programmes set state = 'active' where id = ${id}`;
    await appendAudit(sql, { ...by(actor), action: 'programme.approved', subject: id });
  });
  forgetCatalogue(ctx);
}
