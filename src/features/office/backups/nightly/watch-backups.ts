import { HOUR_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Alert } from '../../../oversight/alerts/raise-alert.ts';
import { reconcileAlerts } from '../../../oversight/alerts/reconcile-alerts.ts';
import { failedAlert, notRemovedAlert, overdueAlert } from './alert-kinds.ts';

/** A night and the time that a large backup takes. */
const PATIENCE_MS = 26 * HOUR_MS;

/** Raises alerts for a last backup that failed, one that is too old, and old ones that stay; ends them once one succeeded. */
export async function watchBackups({ sql, clock }: Ctx, place: string): Promise<void> {
  const now = clock.now();
  const [last] = await sql<{ ended_at: string; error: string }[]>`
    select ended_at, error from backups where place = ${place} order by ended_at desc, id desc limit 1`;
  const [success] = await sql<{ ended_at: string; removal_error: string }[]>`
    select ended_at, removal_error from backups where place = ${place} and name is not null order by ended_at desc, id desc limit 1`;
  const [first] = await sql<{ ended_at: string }[]>`
    select ended_at from backups where place = ${place} order by ended_at limit 1`;
  const since = success?.ended_at ?? first?.ended_at;
  const due: Alert[] = [];
  if (last?.error) due.push({ kind: failedAlert, subject: place, details: { at: last.ended_at, reason: last.error } });
  if (since && now.getTime() - Date.parse(since) > PATIENCE_MS)
    due.push({ kind: overdueAlert, subject: place, details: { since } });
  if (success?.removal_error)
    due.push({ kind: notRemovedAlert, subject: place, details: { reason: success.removal_error } });
  await reconcileAlerts(sql, now, { kinds: [failedAlert, overdueAlert, notRemovedAlert], due });
}
