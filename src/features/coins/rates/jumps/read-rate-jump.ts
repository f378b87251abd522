import type { RateJump } from '#contracts/coins/rates.ts';
import { message } from '#i18n/message.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';
import { readOpenProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { jumpKind } from './jump-kind.ts';

type Row = Omit<RateJump, 'proposal' | 'usd' | 'from_usd'> & {
  from_usd_e9: string;
  usd_e9: string;
  proposed: { usd: string; reason: string } | null;
};

const usdOf = (e9: string) => formatUnits(BigInt(e9), 9);

/** A rate that jumped, with the proposal to accept it. */
export async function readRateJump(sql: Db, actor: Actor, id: string): Promise<RateJump> {
  const [row] = await sql<Row[]>`
    select j.id, j.coin, j.currency, j.from_usd_e9, j.usd_e9, j.sources, j.since, j.read_at, j.ended_at,
      exists (select from rate_samples where jump_id = j.id)
        or exists (select from fiat_samples where jump_id = j.id) as accepted,
      (select jsonb_build_object('usd', p.facts ->> 'usd', 'reason', p.reason) from proposals p
        where p.kind = ${jumpKind.name} and p.subject = j.id and p.decision is null) as proposed
    from rate_jumps j where j.id = ${id}`;
  if (!row) throw new AppError('not_found', message('rate_jump.missing'));
  const { from_usd_e9, usd_e9, proposed, ...facts } = row;
  const open = await readOpenProposal(sql, actor, jumpKind, id);
  return {
    ...facts,
    from_usd: usdOf(from_usd_e9),
    usd: usdOf(usd_e9),
    proposal: open && proposed && { ...open, ...proposed },
  };
}
