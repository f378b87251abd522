import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { changeRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { forgetSessions } from '../../identity/sessions/session/forget-sessions.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { readWhereabouts } from './country/country-bar.ts';

interface Change {
  user_id: string;
  from: number;
  tier: number;
  /** Of a higher tier. */
  check_id?: string;
  /** Why it is lower. */
  reason?: string;
}

/** Writes an account's new tier, settles the request for it and tells the buyer. */
export async function grantTier(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { user_id, from, tier, check_id, reason }: Change,
): Promise<void> {
  if (tier > from && (await readWhereabouts(sql, user_id)).embargoed)
    throw new AppError('conflict', message('tiers.embargoed'));
  const now = ctx.clock.now();
  if (check_id) await sql`update tier_checks set granted_at = ${now} where id = ${check_id}`;
  const write = (mac: Buffer) => sql`select give_tier(${user_id}, ${tier}::smallint, ${mac})`;
  await changeRow(ctx.vault, sql, { table: 'users', id: user_id }, { tier }, write);
  await sql`
    update tier_requests set state = 'granted', decided_at = ${now}
    where user_id = ${user_id} and state = 'open' and tier <= ${tier}`;
  await appendAudit(sql, {
    ...by(actor),
    action: 'user.tier_changed',
    subject: user_id,
    details: { from, to: tier, check_id: check_id ?? null, reason: reason ?? null },
  });
  await queueMail(sql, 'tier_changed', { user_id, tier: String(tier) });
  await notify(sql, user_id, {
    type: tier > from ? 'success' : 'info',
    title: message('tiers.told', { tier }),
    content: message('tiers.told_more'),
    link: pagePath('/limits'),
  });
  await publishUserEvent(sql, user_id, 'account');
  forgetSessions(ctx, sql, user_id);
}
