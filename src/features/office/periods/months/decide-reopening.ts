import type { Input } from '#contracts/call.ts';
import type { decideReopening as contract } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { lockMonths } from './lock-months.ts';
import { readMonth } from './read-month.ts';
import { reopeningKind } from './reopening-kind.ts';

/** Reopens a month as another approver proposed it, or not. Its stored sums stay for the record. */
export async function decideReopening(
  ctx: Ctx,
  actor: Actor,
  { params: { month }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await lockMonths(sql);
    const { id, last } = await readMonth(sql, month);
    if (id === null) throw new AppError('conflict', message('month.not_closed'));
    await decide(ctx, sql, actor, { kind: reopeningKind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'rejected') return;
    if (!last) throw new AppError('conflict', message('month.not_last'));
    await sql`update month_closings set reopened_at = ${ctx.clock.now()} where id = ${id}`;
    const details = { month, proposal_id };
    await appendAudit(sql, { ...by(actor), action: 'books.month_reopened', subject: id, details });
  });
}
