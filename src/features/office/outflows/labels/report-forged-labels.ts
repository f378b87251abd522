import { DAY_MS } from '#contracts/time-units.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';

/** The nightly check reads the labels of older outflows. */
const CHECKED_MS = 7 * DAY_MS;

/** Reports labels of new outflows that were written past the shop: they would keep the alert of a theft away. */
export async function reportForgedLabels(ctx: VaultCtx): Promise<void> {
  const labels = await ctx.sql<(SealedRow & { id: string })[]>`
    select l.id, sealed_facts(l) as facts, l.mac from outflow_transactions t
    join outflow_labels l on l.coin = t.coin and l.txid = t.txid
    where t.noted_at > ${new Date(ctx.clock.now().getTime() - CHECKED_MS)} order by l.id`;
  for (const { id, ...seal } of labels)
    if (!isGenuine(ctx.vault, 'outflow_labels', seal)) reportForged(ctx, 'outflow_labels', id);
}
