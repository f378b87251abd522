import type { Input } from '#contracts/call.ts';
import type { withdrawTierRequest as contract } from '#contracts/customers/tiers.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';

/** A buyer takes a request back that nobody decided yet. */
export async function withdrawTierRequest(
  { sql, clock }: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  const { count } = await sql`
    update tier_requests set state = 'withdrawn', decided_at = ${clock.now()}
    where id = ${id} and user_id = ${actor.user.id} and state = 'open'`;
  if (count === 0) throw new AppError('not_found', message('tiers.no_request'));
}
