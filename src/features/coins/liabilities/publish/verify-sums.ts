import type { Db } from '#platform/db/client.ts';
import type { VerifiedPiece } from '#platform/db/verify-all.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { provableSince } from '../proofs/provable-nights.ts';
import { NODE_BYTES } from '../tree/node.ts';
import { isGenuineSum, readStated, type StoredSum, storedColumns } from './published-sum.ts';

/** A year of nights. */
const PIECE = 366;

interface CheckedSum extends StoredSum {
  /** Digest of the sum before; null in the first. */
  before: string | null;
  audited: boolean;
  leaves: number;
}

/**
 * Checks the next published sums: signed by this shop, each after the one before, with an entry of the audit log, and while
 * proofs are given with its whole tree. After the last come those that the audit log knows and nobody sees any more.
 */
export async function verifySums({ sql, vault, clock }: VaultCtx, after: string): Promise<VerifiedPiece> {
  const rows = await sql<CheckedSum[]>`
    select ${storedColumns(sql)},
      (select encode(b.digest, 'hex') from published_sums b where b.number = s.previous) as before,
      exists (select from audit_entries e where e.action = 'liabilities.published' and e.subject = s.number::text
        and e.details ->> 'digest' = encode(s.digest, 'hex')) as audited,
      (select coalesce(sum(length(c.nodes)), 0) / ${NODE_BYTES} from sum_chunks c
        where c.number = s.number and c.level = 0) as leaves
    from published_sums s where number > ${after} order by s.number limit ${PIECE}`;
  const since = provableSince(clock.now());
  const problems = rows.flatMap((sum) =>
    flawsOf(vault, sum, since).map((flaw) => `published sum ${sum.number} ${flaw}`),
  );
  if (rows.length === PIECE) return { last: String(rows.at(-1)!.number), problems };
  return { last: null, problems: [...problems, ...(await findRemoved(sql))] };
}

function flawsOf(vault: VaultCtx['vault'], sum: CheckedSum, since: Date): string[] {
  if (!isGenuineSum(vault, sum)) return ['was written past the shop'];
  const { previous, height } = readStated(sum);
  return [
    previous === sum.before ? '' : 'names another sum before it',
    sum.audited ? '' : 'has no entry in the audit log',
    new Date(sum.at) < since || sum.leaves === 2 ** height ? '' : 'lacks a part of its tree',
  ].filter(Boolean);
}

/** Whoever takes away the newest can have another one published in its place. */
async function findRemoved(sql: Db): Promise<string[]> {
  const removed = await sql<{ number: string; at: string }[]>`
    select subject as number, at from audit_entries e
    where action = 'liabilities.published' and not exists (
      select from published_sums s where encode(s.digest, 'hex') = e.details ->> 'digest')
    order by id limit 100`;
  return removed.map(
    ({ number, at }) => `published sum ${number} of ${at} was removed, or another one put in its place`,
  );
}
