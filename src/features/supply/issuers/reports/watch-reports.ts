import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import { reconcileAlerts } from '../../../oversight/alerts/reconcile-alerts.ts';
import { DUE_DAYS, isExpected, nextFrom } from './report-due.ts';
import { reportDueAlert } from './report-due-alert.ts';

/** Reminds staff of programmes whose issuer can't be asked and sent no report for a while: nobody would notice a theft. */
export async function watchReports(ctx: Ctx): Promise<void> {
  const { sql, clock } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - DUE_DAYS * DAY_MS);
  const due = await sql<{ id: string; name: string }[]>`
    select p.id, p.name from programmes p where ${isExpected(sql)} and ${nextFrom(sql)} <= ${since} order by p.id`;
  const alerts = due.map(({ id, name }) => ({ kind: reportDueAlert, subject: id, details: { name, days: DUE_DAYS } }));
  await reconcileAlerts(sql, now, { kinds: [reportDueAlert], due: alerts });
}
