import type { Reply } from '#contracts/call.ts';
import type { getActivation as contract } from '#contracts/identity/auth.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { toppedUpCents } from './activation/activate-if-ready.ts';

/** Which activation requirements the user has met so far. */
export async function getActivation(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [row] = await ctx.sql<
    { active: boolean; email_verified: boolean; terms_accepted: boolean; topped_up_cents: number }[]
  >`
    select activated_at is not null as active, email_verified_at is not null as email_verified,
      terms_accepted_at is not null as terms_accepted, ${toppedUpCents(ctx.sql, actor.user.id)} as topped_up_cents
    from users where id = ${actor.user.id}`;
  if (!row) throw new Error(`user ${actor.user.id} is gone`);
  return { data: { ...row, minimum_cents: ctx.config.activation_minimum_cents } };
}
