import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Alert } from '../../../oversight/alerts/raise-alert.ts';
import { reconcileAlerts } from '../../../oversight/alerts/reconcile-alerts.ts';
import { loopStuckAlert } from './loop-stuck-alert.ts';
import { readLoops } from './read-loops.ts';
import { overdueMs } from './state-of-loop.ts';

/** Long enough for a sweep of a large shop, or for a service that failed for a moment. */
const PATIENCE_MS = 15 * MINUTE_MS;

/** Raises an alert for work that stands still, once, and ends it when it goes on. */
export async function watchLoops({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  await reconcileAlerts(sql, now, { kinds: [loopStuckAlert], due: await findStuck({ sql, now }) });
}

/** Loops of running workers that had no success for long, whether they fail, hang or never finished their first run. */
async function findStuck({ sql, now }: Pick<Ctx, 'sql'> & { now: Date }): Promise<Alert<{ since: string }>[]> {
  const loops = await readLoops(sql, now);
  const stuck = loops.filter((loop) => loop.state !== 'gone' && overdueMs(loop, now) > PATIENCE_MS);
  return stuck.map(({ name, succeeded_at, started_at }) => ({
    kind: loopStuckAlert,
    subject: name,
    details: { since: (succeeded_at ?? started_at)! },
  }));
}
