import type { Input } from '#contracts/call.ts';
import type { resolveAlert as contract } from '#contracts/oversight/alerts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

/** An admin has dealt with the alert. */
export async function resolveAlert(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [alert] = await sql<{ kind: string; subject: string }[]>`
      update alerts set resolved_at = ${ctx.clock.now()}, resolved_by = ${actor.user.id}
      where id = ${params.id} and resolved_at is null returning kind, subject`;
    if (!alert) throw new AppError('not_found', message('alert.not_found'));
    await addJob(sql, 'notify_receivers', { alert_id: params.id, event: 'ended' });
    await appendAudit(sql, { ...by(actor), action: 'alert.resolved', subject: params.id, details: { ...alert } });
  });
}
