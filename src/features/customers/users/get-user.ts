import type { Input, Reply } from '#contracts/call.ts';
import type { getUser as contract, UserDetail } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import type { Brought } from '../../feature.ts';
import { readLinks } from '../../identity/linked-accounts/read-links.ts';
import { hasSecondFactor } from '../../identity/sessions/has-second-factor.ts';
import { readAlerts } from '../../oversight/alerts/read-alerts.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';
import { readLimitsUsed } from '../tiers/read-limits-used.ts';
import { tierLimits } from '../tiers/tier-limits.ts';
import { readProposals } from './person/read-proposals.ts';

type Account = Pick<
  UserDetail,
  | 'id'
  | 'username'
  | 'role'
  | 'duties'
  | 'tier'
  | 'created_at'
  | 'activated_at'
  | 'disabled_at'
  | 'erased_at'
  | 'spending_blocked_at'
  | 'tier_request'
  | 'person'
>;

/** An account as the back office reviews it. The look is kept. */
export const getUser = ({ alertKinds, proposalKinds }: Brought) =>
  async function getUser(
    ctx: Ctx,
    actor: Actor,
    { params: { id } }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { sql } = ctx;
    const [account] = await sql<Account[]>`
      select id, username, role, duties, tier, created_at, activated_at, disabled_at, erased_at,
        (select blocked_at from spending_bars where user_id = u.id) as spending_blocked_at,
        (select jsonb_build_object('id', r.id, 'tier', r.tier) from tier_requests r
          where r.user_id = u.id and r.state = 'open') as tier_request,
        jsonb_build_object('email', email, 'email_confirmed', email_verified_at is not null,
          'display_name', display_name,
          'country', country, 'locale', locale, 'second_factor', ${hasSecondFactor(sql, sql`u.id`)}) as person
      from users u where id = ${id}`;
    if (!account) throw new AppError('not_found', message('review.no_person'));
    await notePerson(ctx, sql, actor, id);
    const [available, debt, used, alerts, proposals, linked] = await Promise.all([
      balanceOf(sql, { kind: 'available', owner_id: id }),
      balanceOf(sql, { kind: 'debt', owner_id: id }),
      readLimitsUsed(sql, id, ctx.clock.now()),
      readAlerts(sql, alertKinds, { locale: localeOf(actor), user_id: id }),
      readProposals(sql, actor, proposalKinds, id),
      readLinks(sql, id),
    ]);
    const { tier, ...inUse } = used;
    return {
      data: {
        ...account,
        balance_cents: available,
        owed_cents: Math.max(0, -debt),
        limits: { used: inUse, allowed: tierLimits(tier) },
        alerts,
        proposals,
        linked,
      },
    };
  };
