import type { Db } from '#platform/db/client.ts';

interface Late {
  id: number;
  position: number;
}

/**
 * Of transfers that were sealed after one with a higher number, names those whose time is later than that number can be: they stand
 * in a gap of the numbers, which somebody filled. An honest one began before its next number was given.
 */
export async function findNumbersOfBefore(sql: Db, late: readonly Late[], overlap_ms: number): Promise<string[]> {
  if (late.length === 0) return [];
  const rows = await sql<{ id: number; created_at: string; next_id: number; next_at: string }[]>`
    select t.id, t.created_at, n.id as next_id, n.created_at as next_at
    from unnest(${late.map(({ id }) => id)}::bigint[], ${late.map(({ position }) => position)}::bigint[]) as late (id, position)
    join ledger_transfers t on t.id = late.id
    cross join lateral (
      select n.id, n.created_at from ledger_transfers n join ledger_chain l on l.transfer_id = n.id
      where n.id > late.id and l.position < late.position order by n.id limit 1) n
    where n.created_at < t.created_at - ${overlap_ms}::int * interval '1 millisecond' order by t.id`;
  return rows.map(
    ({ id, created_at, next_id, next_at }) =>
      `transfer ${id} of ${created_at} was inserted later, before transfer ${next_id} of ${next_at}`,
  );
}
