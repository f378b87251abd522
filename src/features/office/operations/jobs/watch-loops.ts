import type { Ctx } from '../../../ctx.ts';
import { followAlerts } from '../../../oversight/alerts/follow-alerts.ts';
import type { Alert } from '../../../oversight/alerts/raise-alert.ts';
import { readLoops } from './read-loops.ts';
import { overdueMs } from './state-of-loop.ts';

/** Long enough for a sweep of a large shop, or for a service that failed for a moment. */
const PATIENCE_MS = 900_000;

/** Raises an alert for work that stands still, once, and ends it when it goes on. */
export async function watchLoops({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  await followAlerts(sql, now, ['loop.stuck'], await findStuck({ sql, now }));
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
