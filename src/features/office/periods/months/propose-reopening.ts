import type { Input } from '#contracts/call.ts';
import type { proposeReopening as contract } from '#contracts/office/periods.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { readMonth } from './read-month.ts';
import { reopeningKind } from './reopening-kind.ts';

/** Proposes to reopen the month that was closed last: an earlier one would change what later ones began with. */
export async function proposeReopening(
  ctx: Ctx,
  actor: Actor,
  { params: { month }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor, 'approver');
  await transaction(ctx.sql, async (sql) => {
    const { id, last } = await readMonth(sql, month);
    if (id === null) throw new AppError('conflict', message('month.not_closed'));
    if (!last) throw new AppError('conflict', message('month.not_last'));
    await propose(ctx, sql, actor, { kind: reopeningKind, subject: id, facts: { month }, reason });
  });
}
