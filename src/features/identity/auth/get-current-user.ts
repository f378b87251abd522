import { userChannel } from '#contracts/channels.ts';
import type { User } from '#contracts/identity/auth.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { unreadCount } from '../../messages/notifications/unread-count.ts';
import { rolesOf } from '../sessions/authenticate.ts';
import { hasSecondFactor } from '../sessions/has-second-factor.ts';

/** A user, as shown to that user. */
export async function getUser(
  { sql, config, clock }: Pick<Ctx, 'sql' | 'config' | 'clock'>,
  id: string,
): Promise<User> {
  const [row] = await sql<(Omit<User, 'roles'> & { duties: string[]; active: boolean; second_factor: boolean })[]>`
    select u.id, u.username, u.display_name, u.email, u.locale, u.time_zone, u.theme, u.country, u.shortcuts, u.role, u.duties,
      u.tier, u.created_at, u.activated_at is not null as active,
      ${hasSecondFactor(sql, sql`u.id`)} as second_factor,
      u.email_verified_at is not null as email_verified, u.terms_accepted_at is not null as terms_accepted,
      terms_pending(u, ${clock.now()}) as terms_pending,
      coalesce(b.balance_cents, 0) as balance_cents, ${unreadCount(sql, sql`u.id`)} as unread_notifications,
      coalesce((select last from event_counters where channel = ${userChannel(id)}), 0) as live_seq
    from users u
    left join ledger_accounts a on a.owner_id = u.id and a.kind = 'available'
    left join ledger_balances b on b.account_id = a.id
    where u.id = ${id}`;
  if (!row) throw new Error(`user ${id} is gone`);
  const { duties, active, second_factor, ...user } = row;
  return {
    ...user,
    roles: rolesOf({ role: user.role, duties, active, protected: second_factor || config.demo, confirmed: true }),
  };
}

export async function getCurrentUser(ctx: Ctx, actor: Actor): Promise<{ data: User }> {
  // What the session lacks for the back office is known of the actor alone.
  return { data: { ...(await getUser(ctx, actor.user.id)), roles: actor.user.roles } };
}
