import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Alert, raiseAlert } from './raise-alert.ts';

interface RiskAlert extends Alert {
  user_ids: string[];
  /** Raised already at this time or later, it is the same occurrence. */
  since: Date;
}

/**
 * Something went so fast or so oddly that a person must look (docs/lawful-line.md): in the audit log and in the review, in
 * the transaction of what set it off and once for each time it happens. It stops nothing.
 */
export async function reportRisk(sql: Db, now: Date, { since, ...alert }: RiskAlert): Promise<void> {
  const { kind, subject, user_ids, details = {} } = alert;
  const known = await sql`
    select from alerts where kind = ${kind} and subject = ${subject} and last_raised_at >= ${since} limit 1`;
  if (known.length > 0) return;
  await appendAudit(sql, { actor_id: null, action: kind, subject, details: { ...details, user_ids }, at: now });
  await raiseAlert(sql, now, alert);
}
