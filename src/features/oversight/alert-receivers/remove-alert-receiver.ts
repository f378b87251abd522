import type { Input } from '#contracts/call.ts';
import type { removeAlertReceiver as contract } from '#contracts/oversight/alert-receivers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { changeRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { endAlert } from '../alerts/end-alert.ts';
import { notifyChanged } from './notify-changed.ts';
import { readReceivers } from './receiver/read-receivers.ts';
import { type Standing, selectStanding, standingOf } from './receiver/standing.ts';
import { undeliveredAlert } from './undelivered-alert.ts';

/** An approver has a server told of no more alerts, and the others learn that: above all that none is told any more. */
export async function removeAlertReceiver(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const removed = await endReceiver(ctx, sql, id);
    await endAlert(sql, ctx.clock.now(), { kind: undeliveredAlert, subject: id });
    await appendAudit(sql, { ...by(actor), action: 'alert_receiver.removed', subject: id, details: { ...removed } });
    const left = await readReceivers(ctx, sql);
    await notifyChanged(sql, actor, left.length === 0 ? 'last' : 'removed', removed);
  });
}

/** One that was written past the shop is removed, too, and stays without a true MAC. */
async function endReceiver(ctx: VaultCtx, sql: Tx, id: string): Promise<{ name: string; host: string }> {
  const [row] = await sql<(Standing & { name: string; host: string })[]>`
    select r.name, r.host, ${selectStanding(sql)} from alert_receivers r where id = ${id} for no key update`;
  const standing = row && standingOf(ctx, row);
  if (!row || standing === 'removed' || (standing === 'forged' && row.removed))
    throw new AppError('not_found', message('receivers.missing'));
  const removed_at = ctx.clock.now();
  if (standing === 'silenced') await sql`update alert_receivers set removed_at = null where id = ${id}`;
  if (standing === 'forged') await sql`update alert_receivers set removed_at = ${removed_at} where id = ${id}`;
  else await changeRow(ctx.vault, sql, { table: 'alert_receivers', id }, { removed_at });
  return { name: row.name, host: row.host };
}
