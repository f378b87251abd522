import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { AlertFacts, AlertKind } from '../../feature.ts';
import { notifyDashboard } from '../../messages/notifications/notify-dashboard.ts';
import { mailApprovers } from './mail-approvers.ts';

export interface Alert<Facts extends AlertFacts = AlertFacts> {
  kind: AlertKind<Facts>;
  /** What it is about: a coin or an id. */
  subject: string;
  details: NoInfer<Facts>;
  /** The users it is about. */
  user_ids?: string[];
}

/** Whom the list of alerts is open to. */
const alertReaders = ['support', 'approver', 'importer', 'payouts', 'auditor'] as const;

/**
 * Raises an alert for the back office, notifies its open pages and, if it is critical, mails the approvers. Raising an open
 * alert again increments its count and replaces its facts.
 */
export async function raiseAlert<Facts extends AlertFacts>(
  sql: Db,
  now: Date,
  { kind, subject, details, user_ids = [] }: Alert<Facts>,
): Promise<void> {
  const [alert] = await sql<{ id: string; times: number }[]>`
    insert into alerts (kind, subject, details, user_ids, raised_at, last_raised_at)
    values (${kind.name}, ${subject}, ${sql.json(details)}, ${user_ids}::uuid[], ${now}, ${now})
    on conflict (kind, subject) where resolved_at is null
    do update set times = alerts.times + 1, details = excluded.details, user_ids = excluded.user_ids,
      last_raised_at = excluded.last_raised_at
    returning id, times`;
  if (alert!.times > 1) return;
  await addJob(sql, 'notify_receivers', { alert_id: alert!.id, event: 'raised' });
  const critical = kind.severity === 'critical';
  if (critical) await mailApprovers(sql, alert!.id);
  await notifyDashboard(sql, alertReaders, {
    type: critical ? 'error' : 'warning',
    title: message('alert.title'),
    content: kind.sentence({ subject, details }),
    link: pagePath('/admin/alerts'),
  });
}
