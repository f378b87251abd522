import type { Reply } from '#contracts/call.ts';
import type { getConfirmation as contract } from '#contracts/factors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { factorsOf, secondFactorsOf } from '../recovery-codes/second-factors.ts';
import { FRESH_MS } from './require-fresh-factor.ts';

/** Which factors can confirm the user, and until when the last confirmation counts. */
export async function getConfirmation(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const factors = factorsOf(await secondFactorsOf(ctx.sql, actor.user.id));
  const [session] = await ctx.sql<{ confirmed_at: string | null; confirmed_by: string | null }[]>`
    select confirmed_at, confirmed_by from sessions where id = ${actor.user.session_id}`;
  const until = Date.parse(session?.confirmed_at ?? '') + FRESH_MS;
  const counts =
    until > ctx.clock.now().getTime() && (factors[0] === 'password' || session?.confirmed_by !== 'password');
  return { data: { factors, fresh_until: counts ? new Date(until).toISOString() : null } };
}
