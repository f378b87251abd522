import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeUser } from '../../sessions/seals/change-user.ts';
import { checkSeals, type Seal } from '../../sessions/seals/check-seals.ts';
import { notifyActivated } from './notify-activated.ts';

/**
 * Activates an account in the caller's transaction once its address is confirmed, the terms are accepted and enough has
 * been topped up; the money stays the buyer's. Returns whether it did.
 */
export async function activateIfReady(ctx: Ctx, sql: Db, user_id: string): Promise<boolean> {
  // A concurrent confirmation and credit would each miss the other: the later one waits here and then sees both.
  await sql`select from users where id = ${user_id} for no key update`;
  const [ready] = await sql<Omit<Seal, 'table'>[]>`
    select u.id, sealed_facts(u) as facts, u.mac from users u
    where u.id = ${user_id} and u.activated_at is null and u.email_verified_at is not null
      and u.terms_accepted_at is not null
      and ${ctx.config.activation_minimum_cents} <= ${toppedUpCents(sql, user_id)}`;
  // An account that was written past the shop stays inactive: its money must not wait for somebody to look at it.
  if (!ready || !checkSeals(within(ctx, sql), { ...ready, table: 'users' })) return false;
  await changeUser(ctx, sql, user_id, { activated_at: ctx.clock.now() });
  await appendAudit(sql, { actor_id: null, action: 'auth.activated', subject: user_id });
  await notifyActivated(sql, user_id);
  return true;
}

/** SQL for the cents credited by a user's top-ups, net of reversals. */
export const toppedUpCents = (sql: Db, user_id: string) => sql`(
  select coalesce(sum(case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end), 0)::bigint
  from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
  where a.owner_id = ${user_id} and a.kind = 'available' and t.kind in ('top_up', 'top_up_reversal'))`;
