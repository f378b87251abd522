import { LOOK_BACK } from '#platform/chained-log/chained-log.ts';
import type { Db } from '#platform/db/client.ts';

const PIECE = 10_000;

/** Names the next transfers without a link that should have one for long, or are too far behind to get one. */
export async function verifySealed(
  sql: Db,
  after: number,
): Promise<{ last: number | null; count: number; problems: string[] }> {
  const [piece] = await sql<{ count: number; last: number | null; unsealed: { id: number; at: string }[] | null }[]>`
    with piece as materialized (
      select id, created_at from ledger_transfers where id > ${after} order by id limit ${PIECE}),
    sealed as (select coalesce(max(transfer_id), 0) as highest from ledger_chain)
    select count(*) as count, max(id) as last,
      (select jsonb_agg(jsonb_build_object('id', id, 'at', created_at) order by id) from piece, sealed
        where not exists (
            select from ledger_chain l
            where l.transfer_id = id and l.transfer_id between ${after}::bigint and (select max(id) from piece))
          and (created_at < now() - interval '1 minute' or id <= highest - ${LOOK_BACK}::int)) as unsealed
    from piece`;
  const { count, last, unsealed } = piece!;
  const problems = (unsealed ?? []).map(
    ({ id, at }) => `transfer ${id} of ${new Date(at).toISOString()} was never sealed`,
  );
  return { last: count < PIECE ? null : last, count, problems };
}
