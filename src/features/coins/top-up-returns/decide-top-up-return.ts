import type { Input, Reply } from '#contracts/call.ts';
import type { decideTopUpReturn as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { bookUndone } from './amounts/book-return.ts';
import { refuseObstacles } from './obstacles/refuse-obstacles.ts';
import { fitsProposal } from './return/fits-proposal.ts';
import { changeReturn, lockReturn } from './return/lock-return.ts';
import { notifyBuyer } from './return/notify-buyer.ts';
import { returnKind } from './return/return-kind.ts';
import { readReturn } from './shown/read-return.ts';

/** A second person decides: approved, it stands in the list to pay; rejected, the money is the buyer's balance again. */
export async function decideTopUpReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const row = await lockReturn(sql, id, ['asked']);
    const proposal = await decide(ctx, sql, actor, {
      kind: returnKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    if (decision === 'approved') {
      if (row.created_by === actor.user.id) throw new AppError('forbidden', message('top_up_return.opened_by_you'));
      if (!fitsProposal(row, proposal.facts)) throw new AppError('conflict', message('top_up_return.changed'));
      await refuseObstacles(ctx, sql, row);
      await changeReturn(ctx, sql, id, { state: 'approved' });
    } else {
      await changeReturn(ctx, sql, id, { state: 'rejected', ended_at: ctx.clock.now() });
      await bookUndone(sql, ctx.clock.now(), row, false);
      await notifyBuyer(sql, row, 'rejected');
    }
    const details = { return_id: id, coin: row.coin, amount_cents: row.amount_cents, reason };
    await appendAudit(sql, { ...by(actor), action: `top_up_return.${decision}`, subject: row.user_id, details });
    return readReturn(ctx, sql, actor, id);
  });
  return { data };
}
