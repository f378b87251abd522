import type { Input, Reply } from '#contracts/call.ts';
import type { decideTier as contract } from '#contracts/customers/tiers.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { grantTier } from './grant-tier.ts';
import { lockOwner } from './lock-owner.ts';
import { tierKind } from './tier-kind.ts';

/** Gives tier 2 as somebody else proposed it, or not. */
export async function decideTier(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const { tier: from, disabled } = await lockOwner(sql, actor, id);
    if (decision === 'approved' && disabled) throw new AppError('conflict', message('users.is_disabled'));
    const { facts } = await decide(ctx, sql, actor, {
      kind: tierKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    if (decision === 'rejected') return { data: { tier: from } };
    const [tier, check_id] = [Number(facts.tier), String(facts.check_id)];
    await sql`update tier_checks set proposal_id = ${proposal_id} where id = ${check_id}`;
    await grantTier(ctx, sql, actor, { user_id: id, from, tier, check_id });
    return { data: { tier } };
  });
}
