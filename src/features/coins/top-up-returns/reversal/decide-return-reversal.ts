import type { Input, Reply } from '#contracts/call.ts';
import type { decideReturnReversal as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { bookUndone } from '../amounts/book-return.ts';
import { changeReturn, lockReturn } from '../return/lock-return.ts';
import { notifyBuyer } from '../return/notify-buyer.ts';
import { reversalKind } from '../return/reversal-kind.ts';
import { readReturn } from '../shown/read-return.ts';
import { refuseArrived } from './refuse-arrived.ts';
import { refuseKnown } from './refuse-known.ts';

/** A second person agrees that what was sent came back, and it is the buyer's balance again; or it stays sent. */
export async function decideReturnReversal(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (decision === 'approved') {
    const [open] = await ctx.sql<{ evidence: string }[]>`
      select facts ->> 'evidence' as evidence from proposals
      where id = ${proposal_id} and kind = ${reversalKind.name} and subject = ${id}`;
    if (open) await refuseArrived(ctx, id, open.evidence);
  }
  const data = await transaction(ctx.sql, async (sql) => {
    const row = await lockReturn(sql, id, ['paid']);
    const { user_id, coin, amount_cents } = row;
    const { facts } = await decide(ctx, sql, actor, {
      kind: reversalKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    const evidence = String(facts.evidence);
    if (decision === 'approved') {
      if (facts.amount_cents !== amount_cents) throw new AppError('conflict', message('approvals.changed'));
      // It may have reached one of the shop's addresses, or spoken for another return, since it was proposed.
      await refuseKnown(sql, { id, coin, evidence });
      await changeReturn(ctx, sql, id, { state: 'reversed', ended_at: ctx.clock.now() });
      await bookUndone(sql, ctx.clock.now(), row, true);
      await notifyBuyer(sql, row, 'reversed');
    }
    const action = decision === 'approved' ? 'top_up_return.reversed' : 'top_up_return.reversal_rejected';
    const details = { return_id: id, coin, amount_cents, evidence, reason };
    await appendAudit(sql, { ...by(actor), action, subject: user_id, details });
    return readReturn(ctx, sql, actor, id);
  });
  return { data };
}
