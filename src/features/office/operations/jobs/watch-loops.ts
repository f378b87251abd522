import type { Ctx } from '../../../ctx.ts';
import type { Alert } from '../../../oversight/alerts/raise-alert.ts';
import { reconcileAlerts } from '../../../oversight/alerts/reconcile-alerts.ts';
import { isStuck } from './is-stuck.ts';
import { loopStuckAlert } from './loop-stuck-alert.ts';
import { readLoops } from './read-loops.ts';

/** Raises an alert for work that stands still, once, and ends it when it goes on. */
export async function watchLoops({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  await reconcileAlerts(sql, now, { kinds: [loopStuckAlert], due: await findStuck({ sql, now }) });
}

async function findStuck({ sql, now }: Pick<Ctx, 'sql'> & { now: Date }): Promise<Alert<{ since: string }>[]> {
  const loops = await readLoops(sql, now);
  const stuck = loops.filter((loop) => isStuck(loop, now));
  return stuck.map(({ name, succeeded_at, started_at }) => ({
    kind: loopStuckAlert,
    subject: name,
    details: { since: (succeeded_at ?? started_at)! },
  }));
}
