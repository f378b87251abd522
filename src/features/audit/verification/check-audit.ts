import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { compareAnchors } from '#platform/audit/compare-anchors.ts';
import { problemList } from '#platform/audit/problem-list.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { checkAnchors } from '#platform/audit/verify-audit.ts';
import { readUnchained, startOfChain, type Walk, walkChain } from '#platform/audit/verify-chain.ts';
import type { Ctx } from '../../ctx.ts';
import type { Piece } from './verification-task.ts';

/** The first piece checks the anchor file, each further one links of the chain, the last one the anchors against it. */
export async function checkAudit(ctx: Ctx, walk: Walk | null): Promise<Piece<Walk>> {
  const { sql, vault: key, config } = ctx;
  const audited = { sql, key, file: anchorFileOf(config.data_dir) };
  const problems = problemList();
  const report = async (next: Walk | null, done: number) => {
    const [end] = await sql<{ total: number }[]>`select coalesce(max(position), 0) as total from audit_chain`;
    return { next, done, total: end!.total, problems: problems.list() };
  };
  if (walk === null) {
    await sealAudit(sql, key);
    const anchors = await checkAnchors(audited, problems);
    return report(startOfChain(anchors.at(-1)?.unkeyed), 0);
  }
  const { ended } = await walkChain(sql, key, walk, problems);
  if (!ended) return report(walk, walk.position);
  for (const id of await readUnchained(sql)) problems.add(`entry ${id} was never chained`);
  // What is wrong with the file was reported at the start.
  await compareAnchors(sql, await checkAnchors(audited, problemList()), problems);
  return report(null, walk.position);
}
