import { MINUTE_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { VaultCtx } from '../../../ctx.ts';
import type { StartLoop } from '../../../feature.ts';
import { reconcileAlerts } from '../../alerts/reconcile-alerts.ts';
import { stalledAlerts } from './alert-kinds.ts';
import { findStalledChecks } from './find-stalled-checks.ts';

const EVERY_MS = 10 * MINUTE_MS;

export const startChecksLoop: StartLoop<VaultCtx> = (ctx) =>
  repeat(ctx, 'watch-checks', EVERY_MS, () => watchChecks(ctx));

/** Raises an alert while checks stay away. The log says so each time: whoever holds the database can close alerts and drop mails. */
export async function watchChecks(ctx: VaultCtx): Promise<void> {
  const now = ctx.clock.now();
  const due = await findStalledChecks(ctx, now);
  for (const { subject, details } of due) ctx.log.error({ check: subject, ...details }, 'a nightly check stays away');
  await reconcileAlerts(ctx.sql, now, { kinds: Object.values(stalledAlerts), due });
}
