import { VERIFICATION_KINDS, type Verification } from '#contracts/oversight/audit.ts';
import type { Db } from '#platform/db/client.ts';
import type { Alert } from '../../alerts/raise-alert.ts';
import { stalledAlerts } from './alert-kinds.ts';
import { STALLED_MS } from './begin-verification.ts';

/** They begin every night, so after so long one didn't. */
const MISSED_MS = 36 * 3_600_000;

/** Checks whose last one stands still or was given up, or that didn't begin last night. */
export async function findStalledChecks(sql: Db, now: Date): Promise<Alert<{ since: string }>[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const rows = await sql<{ kind: Verification['kind']; since: string }[]>`
    select v.kind, v.stepped_at as since from unnest(${[...VERIFICATION_KINDS]}::text[]) as k (kind)
    cross join lateral (select * from verifications where kind = k.kind order by id desc limit 1) v
    where v.given_up or v.started_at < ${before(MISSED_MS)} or (v.ended_at is null and v.stepped_at < ${before(STALLED_MS)})`;
  return rows.map(({ kind, since }) => ({ kind: stalledAlerts[kind], subject: kind, details: { since } }));
}
