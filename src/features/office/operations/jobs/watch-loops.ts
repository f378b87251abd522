import type { Ctx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { type Alert, raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { findStalledChecks, STALLED_KINDS } from '../../../oversight/audit/verification/find-stalled-checks.ts';
import { readLoops } from './read-loops.ts';
import { overdueMs } from './state-of-loop.ts';

/** Long enough for a sweep of a large shop, or for a service that failed for a moment. */
const PATIENCE_MS = 900_000;

/** Raises an alert for work that stands still, once, and ends it when it goes on. */
export async function watchLoops({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  const due = [...(await findStuck({ sql, now })), ...(await findStalledChecks(sql, now))];
  const open = await sql<{ kind: string; subject: string }[]>`
    select kind, subject from alerts where kind = any(${['loop.stuck', ...STALLED_KINDS]}) and resolved_at is null`;
  const isIn = (alerts: readonly Alert[], { kind, subject }: Alert) =>
    alerts.some((one) => one.kind === kind && one.subject === subject);
  for (const alert of due) if (!isIn(open, alert)) await raiseAlert(sql, now, alert);
  for (const alert of open) if (!isIn(due, alert)) await endAlert(sql, now, alert);
}

/** Loops of running workers that had no success for long, whether they fail, hang or never finished their first run. */
async function findStuck({ sql, now }: Pick<Ctx, 'sql'> & { now: Date }): Promise<Alert[]> {
  const loops = await readLoops(sql, now);
  const stuck = loops.filter((loop) => loop.state !== 'gone' && overdueMs(loop, now) > PATIENCE_MS);
  return stuck.map(({ name, succeeded_at, started_at }) => ({
    ...{ kind: 'loop.stuck', subject: name },
    details: { since: succeeded_at ?? started_at },
  }));
}
