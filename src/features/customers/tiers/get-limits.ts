import type { Reply } from '#contracts/call.ts';
import type { getLimits as contract, Limits } from '#contracts/customers/tiers.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { countryBar, readWhereabouts } from './country/country-bar.ts';
import { readLimitsUsed } from './read-limits-used.ts';
import { TIERS } from './tier-limits.ts';

export async function getLimits({ sql, clock, config }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id } = actor.user;
  const now = clock.now();
  const [{ tier, ...used }, [request], who] = await Promise.all([
    readLimitsUsed(sql, id, now),
    sql<NonNullable<Limits['request']>[]>`
      select id, tier, state, reason, created_at from tier_requests where user_id = ${id} order by id desc limit 1`,
    readWhereabouts(sql, id),
  ]);
  return { data: { tier, bar: countryBar(config, now, who), used, tiers: [...TIERS], request: request ?? null } };
}
