import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Alert } from '../../../oversight/alerts/raise-alert.ts';
import { reconcileAlerts } from '../../../oversight/alerts/reconcile-alerts.ts';
import { drillFailedAlert, drillOverdueAlert } from '../outcomes/alert-kinds.ts';
import { readLastDrill } from '../outcomes/read-last-drill.ts';

/** A week, and a day for one that failed to be tried again. */
const PATIENCE_MS = 8 * DAY_MS;

/** Raises alerts for a last drill that failed, and where none has succeeded for eight days; ends them once one does. */
export async function watchDrills({ sql, clock }: Ctx, place: string): Promise<void> {
  const now = clock.now();
  const last = await readLastDrill(sql, place);
  const [known] = await sql<{ since: string | null }[]>`
    select coalesce(
      (select max(ended_at) from backup_drills where place = ${place} and error = ''),
      (select min(ended_at) from backup_drills where place = ${place}),
      (select min(ended_at) from backups where place = ${place} and name is not null)) as since`;
  const since = known?.since ?? null;
  const due: Alert[] = [];
  if (last?.error)
    due.push({ kind: drillFailedAlert, subject: place, details: { at: last.ended_at, reason: last.error } });
  if (since && now.getTime() - Date.parse(since) > PATIENCE_MS)
    due.push({ kind: drillOverdueAlert, subject: place, details: { since } });
  await reconcileAlerts(sql, now, { kinds: [drillFailedAlert, drillOverdueAlert], due });
}
