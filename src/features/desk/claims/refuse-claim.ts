import type { Input, Reply } from '#contracts/call.ts';
import type { refuseClaim as contract } from '#contracts/desk/claims.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { goodwillKind } from './claim/goodwill-kind.ts';
import { lockClaim } from './claim/lock-claim.ts';
import { notifyDecision } from './claim/notify-decision.ts';
import { readClaim } from './claim/read-claim.ts';

/** Closes a claim without a refund; an open proposal of goodwill goes with it. */
export async function refuseClaim(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { line } = await lockClaim(ctx, sql, actor, { id, states: ['open'] });
    await dismiss(ctx, sql, actor, { kind: goodwillKind, subject: id, reason });
    await sql`update claims set state = 'refused', decided_at = ${ctx.clock.now()} where id = ${id}`;
    await appendAudit(sql, { ...by(actor), action: 'claim.refused', subject: id, details: { reason } });
    await notifyDecision(sql, { claim_id: id, state: 'refused', line });
    return readClaim(ctx, sql, actor, id);
  });
  return { data };
}
