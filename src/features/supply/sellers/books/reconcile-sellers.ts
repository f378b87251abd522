import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { reconcileAlerts } from '../../../oversight/alerts/reconcile-alerts.ts';
import { networkLimitAlert, sellerBooksAlert, sellerThresholdAlert } from './alert-kinds.ts';
import { findLimits } from './find-limits.ts';
import { verifySellers } from './verify-sellers.ts';

/**
 * Once a night, compares the books of sellers with the ledger: anything but zero problems raises an alert. Sums that the
 * law sets limits to are looked at as well (L7, L15).
 */
export async function reconcileSellers(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const day = now.toISOString().slice(0, 10);
  const [done] = await ctx.sql`select from seller_nights where day = ${day}`;
  if (done) return;
  // Each statement sees lines and transfers of one moment, so sales in between make no problem.
  const problems = await verifySellers(ctx.sql);
  const [first = ''] = problems;
  await transaction(ctx.sql, async (sql) => {
    const alert = { kind: sellerBooksAlert, subject: 'sellers', details: { problems: problems.length, first } };
    if (problems.length > 0) {
      ctx.log.error({ problems: problems.slice(0, 20) }, 'the books of sellers differ from the ledger');
      await raiseAlert(sql, now, alert);
    } else await endAlert(sql, now, alert);
    const due = await findLimits(ctx, sql, now);
    // Told again each night, since the sums grow.
    for (const one of due) await raiseAlert(sql, now, one);
    await reconcileAlerts(sql, now, { kinds: [networkLimitAlert, sellerThresholdAlert], due });
    await sql`
      insert into seller_nights (day, problems, ended_at) values (${day}, ${problems.length}, ${now})
      on conflict do nothing`;
  });
}
