import type { Reply } from '#contracts/call.ts';
import type { getLimits as contract, Limits } from '#contracts/tiers.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { readLimitsUsed } from './read-limits-used.ts';
import { TIERS } from './tier-limits.ts';

export async function getLimits({ sql, clock }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id } = actor.user;
  const [{ tier, ...used }, [request]] = await Promise.all([
    readLimitsUsed(sql, id, clock.now()),
    sql<NonNullable<Limits['request']>[]>`
      select id, tier, state, reason, created_at from tier_requests where user_id = ${id} order by id desc limit 1`,
  ]);
  return { data: { tier, used, tiers: [...TIERS], request: request ?? null } };
}
