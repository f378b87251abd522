import type { Reply } from '#contracts/call.ts';
import type { getOperatorVersions as contract, Operator } from '#contracts/office/tax.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { operatorColumns } from './operator-columns.ts';
import { OPERATOR, operatorKind } from './operator-kind.ts';

export async function getOperatorVersions({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [versions, stated] = await Promise.all([
    sql<(Operator & { at: string })[]>`select ${operatorColumns(sql)}, at from operator_versions order by at desc`,
    readStatedProposal(sql, actor, operatorKind, OPERATOR),
  ]);
  if (!stated) return { data: { versions: [...versions], proposal: null } };
  const { facts, ...proposal } = stated;
  return { data: { versions: [...versions], proposal: { ...proposal, ...(facts as unknown as Operator) } } };
}
