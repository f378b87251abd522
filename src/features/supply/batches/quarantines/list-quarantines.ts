import type { Input, Reply } from '#contracts/call.ts';
import type { listQuarantines as contract, Quarantine } from '#contracts/supply/batches.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { readOpenProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { quarantineKind } from '../proposals/quarantine-kind.ts';

export async function listQuarantines(
  { sql }: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const quarantines = await sql<Omit<Quarantine, 'proposal'>[]>`
    select q.id, q.import_id, i.created_at as uploaded_at, q.rules, c.cards
    from quarantines q left join imports i on i.id = q.import_id
    cross join lateral (select count(*) as cards from cards where quarantine_id = q.id and state = 'quarantined') c
    where q.batch_id = ${id} and c.cards > 0 order by q.id`;
  const data: Quarantine[] = [];
  for (const one of quarantines)
    data.push({ ...one, proposal: await readOpenProposal(sql, actor, quarantineKind, one.id) });
  return { data };
}
