import type { Coin } from '#contracts/coins.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { VaultCtx } from '../../ctx.ts';
import { reconcileAlerts } from '../../oversight/alerts/reconcile-alerts.ts';
import { unlabelledAlert } from './alert-kinds.ts';
import { labelRecorded } from './labels/label-recorded.ts';
import { reportForgedLabels } from './labels/report-forged-labels.ts';
import { readTransactions } from './transactions/read-transactions.ts';

/**
 * Reads what the chains say of new outflows, labels those that records explain, reports labels that were written past the shop, and raises
 * an alert for old ones without a label.
 */
export async function watchOutflows(ctx: VaultCtx): Promise<void> {
  await readTransactions(ctx);
  await labelRecorded(ctx);
  await reportForgedLabels(ctx);
  const now = ctx.clock.now();
  const old = await ctx.sql<{ coin: Coin; transactions: number; units: string }[]>`
    select coin, count(*) as transactions, sum(amount_units)::text as units from labelled_outflows
    where label is null and noted_at <= ${new Date(now.getTime() - DAY_MS)} group by coin order by coin`;
  const due = old.map((details) => ({ kind: unlabelledAlert, subject: details.coin, details }));
  await reconcileAlerts(ctx.sql, now, { kinds: [unlabelledAlert], due });
}
