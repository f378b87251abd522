import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { compareAnchors } from '#platform/audit/compare-anchors.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { checkAnchors } from '#platform/audit/verify-audit.ts';
import { readUnchained, startOfChain, type Walk, walkChain } from '#platform/audit/verify-chain.ts';
import { problemList } from '#platform/chained-log/problem-list.ts';
import type { VaultCtx } from '../../../ctx.ts';
import type { Evidence } from '../../../feature.ts';
import { checkEvidence, type EvidencePlace, startOfEvidence } from './check-evidence.ts';
import type { Piece } from './verification-task.ts';

type Place = Walk | EvidencePlace;

/**
 * The first piece checks the anchor file, further ones links of the chain and the anchors against it; then come the rows
 * that the log vouches for.
 */
export async function checkAudit(
  ctx: VaultCtx,
  evidence: readonly Evidence[],
  place: Place | null,
): Promise<Piece<Place>> {
  const { sql, vault: key, config } = ctx;
  const audited = { sql, key, file: anchorFileOf(config.data_dir) };
  const problems = problemList();
  const [end] = await sql<{ total: number }[]>`select coalesce(max(position), 0) as total from audit_chain`;
  const report = (next: Place | null, done: number) => ({
    next,
    done: Math.min(done, end!.total),
    total: end!.total,
    problems: problems.list(),
  });
  if (place !== null && 'source' in place) {
    const checked = await checkEvidence(ctx, evidence, place);
    for (const problem of checked.problems) problems.add(problem);
    return report(checked.next, end!.total);
  }
  const walk = place;
  if (walk === null) {
    await sealAudit(sql, key);
    const anchors = await checkAnchors(audited, problems);
    return report(startOfChain(anchors.at(-1)?.unkeyed), 0);
  }
  const { ended } = await walkChain(sql, key, walk, problems);
  if (!ended) return report(walk, walk.position);
  for (const id of await readUnchained(sql)) problems.add(`entry ${id} was never chained`);
  // Problems of the file were reported at the start.
  await compareAnchors(sql, await checkAnchors(audited, problemList()), problems);
  return report(startOfEvidence, walk.position);
}
