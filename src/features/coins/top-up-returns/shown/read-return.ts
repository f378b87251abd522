import type { TopUpReturn } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { obstaclesTo } from '../obstacles/standing.ts';
import { returnKind } from '../return/return-kind.ts';
import { reversalKind } from '../return/reversal-kind.ts';

export type Listed = Omit<TopUpReturn, 'obstacles' | 'proposal' | 'reversal'>;

/** SQL that reads ways back; a condition on `r` follows. */
export const selectReturns = (sql: Db) => sql`
  select r.id, r.coin, r.address, r.amount_cents, r.state, r.created_at, r.txid, r.paid_at, r.ended_at, r.deposit_id,
    jsonb_build_object('id', u.id, 'username', u.username) as user, w.username as created_by, p.username as paid_by,
    jsonb_build_object('txid', d.txid, 'credited_cents', d.credited_cents, 'credited_at',
      to_char(d.credited_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as paid_in
  from top_up_returns r join users u on u.id = r.user_id join users w on w.id = r.created_by
  join deposits d on d.id = r.deposit_id left join users p on p.id = r.paid_by`;

export async function readReturn(ctx: Ctx, sql: Db, actor: Actor, id: string): Promise<TopUpReturn> {
  const [row] = await sql<Listed[]>`${selectReturns(sql)} where r.id = ${id}`;
  if (!row) throw new AppError('not_found', message('top_up_return.not_found'));
  const open = row.state === 'asked' || row.state === 'approved';
  const obstacles = open ? await obstaclesTo(ctx, sql, { ...row, user_id: row.user.id }) : [];
  return {
    ...row,
    obstacles,
    proposal: await readProposal(sql, actor, id),
    reversal: await readReversal(sql, actor, id),
  };
}

async function readProposal(sql: Db, actor: Actor, id: string): Promise<TopUpReturn['proposal']> {
  const stated = await readStatedProposal(sql, actor, returnKind, id);
  if (!stated) return null;
  const { facts: _, ...proposal } = stated;
  return proposal;
}

/** What somebody says came back, while nobody else has decided that. */
async function readReversal(sql: Db, actor: Actor, id: string): Promise<TopUpReturn['reversal']> {
  const stated = await readStatedProposal(sql, actor, reversalKind, id);
  if (!stated) return null;
  const { facts, ...proposal } = stated;
  return { ...proposal, evidence: String(facts.evidence), returned_on: String(facts.returned_on) };
}
