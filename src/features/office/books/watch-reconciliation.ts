import type { Ctx } from '../../ctx.ts';
import { reconcileAlerts } from '../../oversight/alerts/reconcile-alerts.ts';
import { dollarsAlert, unitsAlert } from './alert-kinds.ts';
import { readReconciliation } from './sums/read-reconciliation.ts';

/** Raises an alert for each coin of which units are unexplained, and one for dollars; ends them once all is explained. */
export async function watchReconciliation(ctx: Ctx): Promise<void> {
  const { coins, explained } = await readReconciliation(ctx);
  const units = coins
    .filter(({ unexplained_units }) => unexplained_units !== '0')
    .map(({ coin, unexplained_units }) => ({
      kind: unitsAlert,
      subject: coin,
      details: { coin, units: unexplained_units },
    }));
  const dollars = explained
    .filter(({ reason }) => reason === 'unexplained')
    .map(({ cents }) => ({ kind: dollarsAlert, subject: 'ledger', details: { cents } }));
  const now = ctx.clock.now();
  for (const { subject, details } of [...units, ...dollars])
    ctx.log.error({ subject, ...details }, 'the reconciliation leaves something unexplained');
  await reconcileAlerts(ctx.sql, now, { kinds: [unitsAlert, dollarsAlert], due: [...units, ...dollars] });
}
