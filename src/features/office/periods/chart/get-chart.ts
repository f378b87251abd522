import type { Reply } from '#contracts/call.ts';
import type { Chart, getChart as contract } from '#contracts/office/periods.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { chartOf } from './chart-facts.ts';
import { CHART, chartKind } from './chart-kind.ts';
import { readChart } from './read-chart.ts';

/** Where plain numbers begin. They follow no published chart: the operator writes those of theirs. */
const FIRST = { house: 1000, user: 2000, seller: 3000 };
const STEP = 10;

export async function getChart({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [chart, kinds, proposal] = await Promise.all([readChart(sql), readKinds(sql), readProposal(sql, actor)]);
  const taken = new Set(chart?.accounts.map(({ number }) => number));
  return {
    data: { chart, proposal, kinds: kinds.map((kind) => ({ ...kind, suggested: nextFree(kind.side, taken) })) },
  };
}

const readKinds = (sql: Db) => sql<Pick<Chart['kinds'][number], 'kind' | 'side'>[]>`
  select kind, belongs_to as side from account_kinds
  order by array_position(array['house', 'user', 'seller'], belongs_to), kind`;

function nextFree(side: keyof typeof FIRST, taken: Set<string>): string {
  let number = FIRST[side];
  while (taken.has(String(number))) number += STEP;
  taken.add(String(number));
  return String(number);
}

async function readProposal(sql: Db, actor: Actor): Promise<Chart['proposal']> {
  const stated = await readStatedProposal(sql, actor, chartKind, CHART);
  if (!stated) return null;
  const { facts, ...proposal } = stated;
  return { ...proposal, ...chartOf(facts) };
}
