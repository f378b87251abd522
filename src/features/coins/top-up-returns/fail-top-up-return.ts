import type { Input, Reply } from '#contracts/call.ts';
import type { failTopUpReturn as contract } from '#contracts/coins/top-up-returns.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { lockProposal } from '../../oversight/four-eyes/proposal/lock-proposal.ts';
import { bookUndone } from './amounts/book-return.ts';
import { changeReturn, lockReturn } from './return/lock-return.ts';
import { notifyBuyer } from './return/notify-buyer.ts';
import { returnKind } from './return/return-kind.ts';
import { readReturn } from './shown/read-return.ts';

const AFTER = { asked: 'rejected', approved: 'failed' } as const;

/** Records that it isn't made, or couldn't be: the money was never sent, and is the buyer's balance again. */
export async function failTopUpReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const row = await lockReturn(sql, id, ['asked', 'approved']);
    const { user_id, coin, amount_cents, state: before } = row;
    const state = AFTER[before as keyof typeof AFTER];
    const open = await lockProposal(ctx, sql, returnKind, id);
    if (open && open.proposer_id !== actor.user.id)
      await decide(ctx, sql, actor, { kind: returnKind, subject: id, decision: 'rejected', reason });
    else await dismiss(ctx, sql, actor, { kind: returnKind, subject: id, reason });
    await changeReturn(ctx, sql, id, { state, ended_at: ctx.clock.now() });
    await bookUndone(sql, ctx.clock.now(), row, false);
    await notifyBuyer(sql, row, state);
    const details = { return_id: id, coin, amount_cents, reason };
    await appendAudit(sql, { ...by(actor), action: `top_up_return.${state}`, subject: user_id, details });
    return readReturn(ctx, sql, actor, id);
  });
  return { data };
}
