import type { Input } from '#contracts/call.ts';
import type { refuseTierRequest as contract } from '#contracts/customers/tiers.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';

/** Refuses a request for a higher tier, for a reason that the buyer reads. */
export async function refuseTierRequest(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [request] = await sql<{ user_id: string; tier: number }[]>`
      update tier_requests set state = 'refused', reason = ${reason}, decided_at = ${ctx.clock.now()}
      where id = ${id} and state = 'open' returning user_id, tier`;
    if (!request) throw new AppError('not_found', message('tiers.no_request'));
    const { user_id, tier } = request;
    if (user_id === actor.user.id) throw new AppError('forbidden', message('users.about_you'));
    await appendAudit(sql, { ...by(actor), action: 'tier.refused', subject: user_id, details: { tier, reason } });
    await queueMail(sql, 'tier_refused', { request_id: id });
    const link = pagePath('/limits');
    await notify(sql, user_id, { type: 'info', title: message('tiers.refused', { tier }), content: reason, link });
  });
}
