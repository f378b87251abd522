import type { Input, Reply } from '#contracts/call.ts';
import type { requestTier as contract, Limits } from '#contracts/customers/tiers.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { notifyDashboard } from '../../../messages/notifications/notify-dashboard.ts';

/** A buyer asks for a higher tier; staff sends them to the outside check. */
export async function requestTier(
  ctx: Ctx,
  actor: Actor,
  { body: { tier } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id, tier: now } = actor.user;
  if (tier <= now) throw invalidField('tier', message('tiers.have_it'));
  return transaction(ctx.sql, async (sql) => {
    const [request] = await sql<NonNullable<Limits['request']>[]>`
      insert into tier_requests (user_id, tier, created_at) values (${id}, ${tier}, ${ctx.clock.now()})
      on conflict (user_id) where state = 'open' do nothing returning id, tier, state, reason, created_at`;
    if (!request) throw new AppError('conflict', message('tiers.asked_already'));
    await appendAudit(sql, { ...by(actor), action: 'tier.requested', subject: id, details: { tier } });
    await notifyDashboard(sql, ['support', 'approver', 'auditor'], {
      type: 'info',
      title: message('tiers.requested', { tier }),
      content: actor.user.username,
      link: pagePath('/admin/tier-requests'),
    });
    return { data: request };
  });
}
