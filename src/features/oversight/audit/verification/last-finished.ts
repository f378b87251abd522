import type { Verification } from '#contracts/oversight/audit.ts';
import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { VaultCtx } from '../../../ctx.ts';

/** Reads only this many rows: a forger who adds more hides the shop's own, which just repeats the check. */
const LOOKED_AT = 100;

export type Checked = Pick<VaultCtx, 'sql' | 'vault'>;

/**
 * When the latest check of a kind began that ran to its end, of those that began between `since` and `now`. Only rows that the
 * vault process sealed count: the role that serves can write any other.
 */
export async function lastFinished(
  { sql, vault }: Checked,
  kind: Verification['kind'],
  { since, now, nightly }: { since: Date; now: Date; nightly: boolean },
): Promise<Date | null> {
  const rows = await sql<(SealedRow & { started_at: string })[]>`
    select started_at, sealed_facts(v) as facts, mac from verifications v
    where kind = ${kind} and started_at between ${since} and ${now} and ended_at is not null and not given_up
      and (nightly or ${!nightly})
    order by id desc limit ${LOOKED_AT}`;
  const last = rows.find((row) => isGenuine(vault.own, 'verifications', row));
  return last ? new Date(last.started_at) : null;
}
