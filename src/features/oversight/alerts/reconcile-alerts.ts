import type { Db } from '#platform/db/client.ts';
import type { AlertKind } from '../../feature.ts';
import { endAlert } from './end-alert.ts';
import { type Alert, raiseAlert } from './raise-alert.ts';

/** Raises an alert for each cause that is there, once, and ends the open ones of these kinds whose cause is gone. */
export async function reconcileAlerts(
  sql: Db,
  now: Date,
  { kinds, due }: { kinds: readonly AlertKind[]; due: readonly Alert[] },
): Promise<void> {
  const open = await sql<{ name: string; subject: string }[]>`
    select kind as name, subject from alerts
    where kind = any(${kinds.map(({ name }) => name)}) and resolved_at is null`;
  const isSame = (alert: Pick<Alert, 'kind' | 'subject'>, { name, subject }: (typeof open)[number]) =>
    alert.kind.name === name && alert.subject === subject;
  for (const alert of due) if (!open.some((one) => isSame(alert, one))) await raiseAlert(sql, now, alert);
  for (const one of open) {
    const alert = { kind: kinds.find(({ name }) => name === one.name)!, subject: one.subject };
    if (!due.some((cause) => isSame(cause, one))) await endAlert(sql, now, alert);
  }
}
