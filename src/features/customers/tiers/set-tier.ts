import type { Input, Reply } from '#contracts/call.ts';
import type { setTier as contract } from '#contracts/customers/tiers.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { grantTier } from './grant-tier.ts';
import { lockOwner } from './lock-owner.ts';
import { takeIdentity } from './take-identity.ts';
import { tierKind } from './tier-kind.ts';

type Body = Input<typeof contract>['body'];

/** Raises a tier on the evidence of an outside check, tier 2 by two people; anybody with the duty lowers one. */
export async function setTier(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { tier, reason } = body;
  return transaction(ctx.sql, async (sql) => {
    const owner = await lockOwner(sql, actor, id);
    if (tier === owner.tier) throw new AppError('conflict', message('tiers.unchanged'));
    if (tier < owner.tier) {
      await grantTier(ctx, sql, actor, { user_id: id, from: owner.tier, tier, reason });
      return { data: { tier, proposed: false } };
    }
    if (owner.disabled) throw new AppError('conflict', message('users.is_disabled'));
    const { evidence, identity, checked_on } = checkOf(ctx, body);
    const digest = await takeIdentity(ctx, sql, id, identity);
    const [check] = await sql<[{ id: string }]>`
      insert into tier_checks (user_id, tier, evidence, identity, checked_on, reviewer_id, created_at)
      values (${id}, ${tier}, ${evidence}, ${digest}, ${checked_on}, ${actor.user.id}, ${ctx.clock.now()})
      returning id`;
    if (tier === 2) {
      await propose(ctx, sql, actor, { kind: tierKind, subject: id, facts: { tier, check_id: check.id }, reason });
      return { data: { tier: owner.tier, proposed: true } };
    }
    await grantTier(ctx, sql, actor, { user_id: id, from: owner.tier, tier, check_id: check.id });
    return { data: { tier, proposed: false } };
  });
}

/** What raises a tier, all of it; a day that has not come is none. */
function checkOf(ctx: Ctx, { evidence, identity, checked_on }: Body) {
  if (evidence === undefined) throw invalidField('evidence', message('tiers.evidence_shape'));
  if (identity === undefined) throw invalidField('identity', message('tiers.identity_shape'));
  const today = ctx.clock.now().toISOString().slice(0, 10);
  if (checked_on === undefined || checked_on > today) throw invalidField('checked_on', message('tiers.day_missing'));
  return { evidence, identity, checked_on };
}
