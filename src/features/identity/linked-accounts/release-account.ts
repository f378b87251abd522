import type { Input } from '#contracts/call.ts';
import type { releaseAccount as contract } from '#contracts/identity/linked-accounts.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { refuseOwnGroup } from './refuse-own-group.ts';

/** A person looked at a linked account: it may buy, within the limits that its group shares, and never waits again. */
export async function releaseAccount(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    await refuseOwnGroup(sql, actor, id);
    const { count } = await sql`
      update account_waits set released_at = ${ctx.clock.now()}, released_by = ${actor.user.id},
        release_reason = ${reason}
      where user_id = ${id} and released_at is null`;
    if (count === 0) throw new AppError('conflict', message('linked.not_waiting'));
    await appendAudit(sql, { ...by(actor), action: 'linked.released', subject: id, details: { reason } });
    await notify(sql, id, {
      type: 'success',
      title: message('linked.released_title'),
      content: message('linked.released'),
      link: pagePath('/cards'),
    });
  });
}
