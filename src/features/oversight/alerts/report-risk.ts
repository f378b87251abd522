import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import type { AlertFacts } from '../../feature.ts';
import { type Alert, raiseAlert } from './raise-alert.ts';

interface RiskAlert<Facts extends AlertFacts> extends Alert<Facts> {
  user_ids: string[];
  /** An alert last raised at this time or later is the same occurrence. */
  since: Date;
}

/**
 * Reports a triggered risk rule (docs/lawful-line.md) to the audit log and the back office, in the transaction that
 * triggered it and once per occurrence. It blocks nothing.
 */
export async function reportRisk<Facts extends AlertFacts>(
  sql: Db,
  now: Date,
  { since, ...alert }: RiskAlert<Facts>,
): Promise<void> {
  const { kind, subject, user_ids, details } = alert;
  const known = await sql`
    select from alerts where kind = ${kind.name} and subject = ${subject} and last_raised_at >= ${since} limit 1`;
  if (known.length > 0) return;
  await appendAudit(sql, { actor_id: null, action: kind.name, subject, details: { ...details, user_ids }, at: now });
  await raiseAlert(sql, now, alert);
}
