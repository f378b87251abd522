import type { Reply } from '#contracts/call.ts';
import type { getEarlierOutflows as contract } from '#contracts/office/outflows.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { EARLIER, earlierKind } from './earlier-kind.ts';
import { digestOf, readEarlier } from './read-earlier.ts';

/** What left before the record began and has no label, and what is proposed about it. */
export async function getEarlierOutflows({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [{ outflows, total }, stated] = await Promise.all([
    readEarlier(sql),
    readStatedProposal(sql, actor, earlierKind, EARLIER),
  ]);
  const sums = [...Map.groupBy(outflows, ({ coin }) => coin)].map(([coin, those]) => ({
    coin,
    transactions: those.length,
    units: those.reduce((sum, { units }) => sum + BigInt(units), 0n).toString(),
  }));
  if (!stated) return { data: { total, sums, proposal: null } };
  const { facts, ...proposal } = stated;
  return { data: { total, sums, proposal: { ...proposal, fits: facts.outflows === digestOf(outflows) } } };
}
