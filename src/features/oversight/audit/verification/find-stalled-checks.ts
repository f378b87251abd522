import { VERIFICATION_KINDS } from '#contracts/oversight/audit.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Alert } from '../../alerts/raise-alert.ts';
import { stalledAlerts } from './alert-kinds.ts';
import { STALLED_MS } from './begin-verification.ts';
import { firstAnchoredAt } from './first-anchored-at.ts';
import { type Checked, lastFinished } from './last-finished.ts';

/** They begin every day within an hour after midnight (UTC), and are given three to end. */
export const MISSED_MS = 28 * HOUR_MS;

/** Checks of which none that began since ran to its end, and those that stand still or were given up. */
export async function findStalledChecks(ctx: Checked, now: Date): Promise<Alert<{ since: string }>[]> {
  const since = new Date(now.getTime() - MISSED_MS);
  const anchored = await firstAnchoredAt(ctx.sql);
  const old = anchored !== null && anchored < since;
  const standing = await findStanding(ctx.sql, now);
  const found = await Promise.all(
    VERIFICATION_KINDS.map(async (kind) => {
      const missed = old && !(await lastFinished(ctx, kind, { since, now, nightly: false }));
      const at = missed ? since.toISOString() : standing.get(kind);
      return at ? [{ kind: stalledAlerts[kind], subject: kind, details: { since: at } }] : [];
    }),
  );
  return found.flat();
}

/** A hint before time is up: these rows can be written by whoever serves. */
async function findStanding(sql: Db, now: Date): Promise<Map<string, string>> {
  const rows = await sql<{ kind: string; since: string }[]>`
    select v.kind, v.stepped_at as since from unnest(${[...VERIFICATION_KINDS]}::text[]) as k (kind)
    cross join lateral (select * from verifications where kind = k.kind order by id desc limit 1) v
    where v.given_up or (v.ended_at is null and v.stepped_at < ${new Date(now.getTime() - STALLED_MS)})`;
  return new Map(rows.map(({ kind, since }) => [kind, since]));
}
