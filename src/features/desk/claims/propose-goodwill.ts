import type { Input, Reply } from '#contracts/call.ts';
import type { proposeGoodwill as contract } from '#contracts/desk/claims.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { goodwillKind } from './claim/goodwill-kind.ts';
import { lockClaim } from './claim/lock-claim.ts';
import { readClaim } from './claim/read-claim.ts';
import { refuseErased } from './line/refuse-erased.ts';

/** Proposes to refund a claim that the issuer's answer doesn't cover. Nothing happens until a second person agrees. */
export async function proposeGoodwill(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { number, line } = await lockClaim(ctx, sql, actor, { id, states: ['open', 'refused'] });
    refuseErased(line);
    const facts = { number, amount_cents: line.price_cents };
    await propose(ctx, sql, actor, { kind: goodwillKind, subject: id, facts, reason });
    return readClaim(ctx, sql, actor, id);
  });
  return { data };
}
