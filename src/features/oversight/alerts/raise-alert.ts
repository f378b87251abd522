import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { notifyDashboard } from '../../messages/notifications/notify-dashboard.ts';
import { alertSentence } from './kinds/alert-sentence.ts';
import { severityOf } from './kinds/severity-of.ts';
import { mailApprovers } from './mail-approvers.ts';

export interface Alert {
  /** `feature.what_happened` */
  kind: string;
  /** What it is about: a coin or an id. */
  subject: string;
  /** Facts that help an admin decide; never a secret. */
  details?: Record<string, string | number | boolean | null>;
  /** The users it is about. */
  user_ids?: string[];
}

/** Whom the list of alerts is open to. */
const alertReaders = ['support', 'approver', 'importer', 'payouts', 'auditor'] as const;

/**
 * Raises an alert for the back office, notifies its open pages and, if it is critical, mails the approvers. Raising an open
 * alert again increments its count and replaces its facts.
 */
export async function raiseAlert(
  sql: Db,
  now: Date,
  { kind, subject, details = {}, user_ids = [] }: Alert,
): Promise<void> {
  const [alert] = await sql<{ id: string; times: number }[]>`
    insert into alerts (kind, subject, details, user_ids, raised_at, last_raised_at)
    values (${kind}, ${subject}, ${sql.json(details)}, ${user_ids}::uuid[], ${now}, ${now})
    on conflict (kind, subject) where resolved_at is null
    do update set times = alerts.times + 1, details = excluded.details, user_ids = excluded.user_ids,
      last_raised_at = excluded.last_raised_at
    returning id, times`;
  if (alert!.times > 1) return;
  const critical = severityOf(kind) === 'critical';
  if (critical) await mailApprovers(sql, alert!.id);
  const content = alertSentence({ kind, subject, details });
  const asMessage = typeof content === 'string' ? message('alert.content', { kind: content }) : content;
  await notifyDashboard(sql, alertReaders, {
    type: critical ? 'error' : 'warning',
    title: message('alert.title'),
    content: asMessage,
    link: pagePath('/admin/alerts'),
  });
}
