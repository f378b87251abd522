import type { Input, Reply } from '#contracts/call.ts';
import type { getMonth as contract } from '#contracts/office/periods.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { readMonth } from './read-month.ts';
import { reopeningKind } from './reopening-kind.ts';

export async function getMonth(
  { sql }: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id, ...month } = await readMonth(sql, params.month);
  return { data: { ...month, proposal: id === null ? null : await readProposal(sql, actor, id) } };
}

async function readProposal(sql: Db, actor: Actor, id: string) {
  const stated = await readStatedProposal(sql, actor, reopeningKind, id);
  if (!stated) return null;
  const { facts: _, ...proposal } = stated;
  return proposal;
}
