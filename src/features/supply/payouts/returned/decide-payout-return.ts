import type { Input, Reply } from '#contracts/call.ts';
import type { decidePayoutReturn as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { changePayout, lockPayout } from '../payout/lock-payout.ts';
import { oweAgain } from '../payout/owe-again.ts';
import { readPayout } from '../payout/read-payout.ts';
import { refuseKnown } from './refuse-known.ts';
import { returnKind } from './return-kind.ts';

/** A second person agrees that a paid payout came back, and its seller is owed it again; or it stays paid. */
export async function decidePayoutReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const payout = await lockPayout(sql, id, ['paid']);
    const { facts } = await decide(ctx, sql, actor, {
      kind: returnKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    const details = { payout_id: id, amount_cents: payout.amount_cents, evidence: facts.evidence ?? null, reason };
    if (decision === 'approved') {
      if (facts.amount_cents !== payout.amount_cents) throw new AppError('conflict', message('approvals.changed'));
      // It may have reached one of the shop's addresses, or spoken for another payout, since it was proposed.
      await refuseKnown(sql, { id, kind: payout.kind, evidence: String(facts.evidence) });
      await changePayout(ctx, sql, id, { state: 'reversed', failed_at: ctx.clock.now() });
      await oweAgain(sql, payout, 'reversed');
    }
    const action = decision === 'approved' ? 'payout.reversed' : 'payout.return_rejected';
    await appendAudit(sql, { ...by(actor), action, subject: payout.seller_id, details });
    return readPayout(sql, id);
  });
  return { data };
}
