import type { Db } from '#platform/db/client.ts';
import { endAlert } from './end-alert.ts';
import { type Alert, raiseAlert } from './raise-alert.ts';

/** Of these kinds, raises the alerts that are due and not open, once, and ends those that aren't due any more. */
export async function followAlerts(sql: Db, now: Date, kinds: readonly string[], due: readonly Alert[]): Promise<void> {
  const open = await sql<{ kind: string; subject: string }[]>`
    select kind, subject from alerts where kind = any(${kinds as string[]}) and resolved_at is null`;
  const isIn = (alerts: readonly Alert[], { kind, subject }: Alert) =>
    alerts.some((one) => one.kind === kind && one.subject === subject);
  for (const alert of due) if (!isIn(open, alert)) await raiseAlert(sql, now, alert);
  for (const alert of open) if (!isIn(due, alert)) await endAlert(sql, now, alert);
}
