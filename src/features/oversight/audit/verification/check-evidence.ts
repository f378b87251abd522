import { FIRST_ID } from '#platform/db/verify-all.ts';
import { isGenuine } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Evidence, Witness } from '../../../feature.ts';

const PIECE = 2_000;

/** Where the check resumes: after this id, in the source with this number. */
export interface EvidencePlace {
  source: number;
  after: string;
}

export const startOfEvidence: EvidencePlace = { source: 0, after: FIRST_ID };

/** Checks the next rows of one source: each has to carry the shop's MAC, and to agree with the audit log. */
export async function checkEvidence(
  { sql, vault }: Pick<Ctx, 'sql' | 'vault'>,
  evidence: readonly Evidence[],
  { source, after }: EvidencePlace,
): Promise<{ next: EvidencePlace | null; rows: number; problems: string[] }> {
  const current = evidence[source];
  if (!current) return { next: null, rows: 0, problems: [] };
  const rows = await current.read(sql, { after, limit: PIECE });
  const problems = rows.flatMap((row) => {
    const flaw = flawOf(vault, current.table, row);
    return flaw ? [`${current.what} ${row.id}${row.at ? ` of ${row.at}` : ''} ${flaw}`] : [];
  });
  const next = rows.length < PIECE ? { source: source + 1, after: FIRST_ID } : { source, after: rows.at(-1)!.id };
  return { next: evidence[next.source] ? next : null, rows: rows.length, problems };
}

function flawOf(vault: Ctx['vault'], table: string, { facts, mac, flaw }: Witness): string | null {
  return facts === null || isGenuine(vault, table, { facts, mac }) ? flaw : 'was written past the shop';
}
