import type { Input, Reply } from '#contracts/call.ts';
import type { decideGoodwill as contract } from '#contracts/desk/claims.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { goodwillKind } from './claim/goodwill-kind.ts';
import { lockClaim } from './claim/lock-claim.ts';
import { notifyDecision } from './claim/notify-decision.ts';
import { readClaim } from './claim/read-claim.ts';
import { refundClaim } from './decide/refund-claim.ts';
import { refuseErased } from './line/refuse-erased.ts';

/** Agrees to a goodwill refund as somebody else proposed it, or not. */
export async function decideGoodwill(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    // A proposal outlives the account of its buyer: it can be rejected then.
    const states = decision === 'approved' ? (['open', 'refused'] as const) : (['open', 'refused', 'dropped'] as const);
    const { line } = await lockClaim(ctx, sql, actor, { id, states });
    if (decision === 'approved') refuseErased(line);
    await decide(ctx, sql, actor, { kind: goodwillKind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'approved') {
      await refundClaim(ctx, sql, { claim_id: id, line, state: 'goodwill' });
      await notifyDecision(sql, { claim_id: id, state: 'goodwill', line });
    }
    return readClaim(ctx, sql, actor, id);
  });
  return { data };
}
