import type { Db, Fragment } from '#platform/db/client.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { VaultCtx } from '../../../ctx.ts';

/** What of a row says whether it counts. */
export interface Standing extends SealedRow {
  removed: boolean;
  /** What its MAC covered before it was removed. */
  facts_before: string;
}

/** SQL that reads it from a row `r`. */
export const selectStanding = (sql: Db): Fragment => sql`
  r.removed_at is not null as removed, sealed_facts(r) as facts, r.mac,
  sealed_facts(jsonb_populate_record(r, '{"removed_at": null}')) as facts_before`;

/**
 * Whether a receiver is told of alerts. One that was silenced, which is removed past the shop, is told of them as before; one that was
 * written past it is told of nothing.
 */
export function standingOf(
  { vault }: Pick<VaultCtx, 'vault'>,
  { removed, facts, facts_before, mac }: Standing,
): 'told' | 'removed' | 'silenced' | 'forged' {
  if (isGenuine(vault, 'alert_receivers', { facts, mac })) return removed ? 'removed' : 'told';
  return removed && isGenuine(vault, 'alert_receivers', { facts: facts_before, mac }) ? 'silenced' : 'forged';
}
