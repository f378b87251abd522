import type { Db } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Alert } from './raise-alert.ts';

/** Closes an open alert whose cause has resolved itself. */
export async function endAlert(sql: Db, now: Date, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<void> {
  const ended = await sql<{ id: string }[]>`
    update alerts set resolved_at = ${now} where kind = ${kind.name} and subject = ${subject} and resolved_at is null
    returning id`;
  for (const { id } of ended) await addJob(sql, 'notify_receivers', { alert_id: id, event: 'ended' });
}
