import type { Input } from '#contracts/call.ts';
import type { removeAlertReceiver as contract } from '#contracts/oversight/alert-receivers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { endAlert } from '../alerts/end-alert.ts';
import { notifyChanged } from './notify-changed.ts';
import { readReceivers } from './read-receivers.ts';
import { undeliveredAlert } from './undelivered-alert.ts';

/** An approver has a server told of no more alerts, and the others learn that: above all that none is told any more. */
export async function removeAlertReceiver(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const now = ctx.clock.now();
    const [removed] = await sql<{ name: string; host: string }[]>`
      update alert_receivers set removed_at = ${now} where id = ${id} and removed_at is null returning name, host`;
    if (!removed) throw new AppError('not_found', message('receivers.missing'));
    await endAlert(sql, now, { kind: undeliveredAlert, subject: id });
    await appendAudit(sql, { ...by(actor), action: 'alert_receiver.removed', subject: id, details: { ...removed } });
    const left = await readReceivers(sql);
    await notifyChanged(sql, actor, left.length === 0 ? 'last' : 'removed', removed);
  });
}
