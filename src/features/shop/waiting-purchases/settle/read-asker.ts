import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { actorOf } from '../../../identity/sessions/authenticate.ts';
import { hasSecondFactor } from '../../../identity/sessions/has-second-factor.ts';
import { checkSeals } from '../../../identity/sessions/seals/check-seals.ts';

type Row = Parameters<typeof actorOf>[1] & { facts: string; mac: Uint8Array | null };

/** Whoever asked for a purchase, with the rights that the account has now, in the session in which they asked. */
export async function readAsker(
  ctx: Ctx,
  sql: Tx,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<Actor> {
  const [row] = await sql<Row[]>`
    select ${session_id}::uuid as session_id, u.id, u.username, u.role, u.duties, u.tier, u.locale,
      u.activated_at is null as inactive, ${hasSecondFactor(sql, sql`u.id`)} as second_factor,
      exists (select from second_factors where user_id = u.id and kind = 'passkey') as has_passkey,
      null as confirmed_by, sealed_facts(u) as facts, u.mac
    from users u where u.id = ${user_id} and u.disabled_at is null and u.activated_at is not null`;
  if (!row || !checkSeals(ctx, { table: 'users', id: user_id, facts: row.facts, mac: row.mac }))
    throw new AppError('forbidden', message('purchase.why.account'));
  return { user: actorOf(ctx.config, row), client: { address: '', user_agent: '', locale: row.locale ?? 'en' } };
}
