import type { Overview } from '#contracts/office/overview.ts';
import type { Db } from '#platform/db/client.ts';

/** Counts stop here, as the desk's do. */
const MAX_COUNTED = 1_000;

/** Tickets that wait for an answer. */
export async function readTickets(sql: Db): Promise<NonNullable<Overview['tickets']>> {
  const [row] = await sql<[NonNullable<Overview['tickets']>]>`
    select least(waiting.count, ${MAX_COUNTED}) as waiting, waiting.count > ${MAX_COUNTED} as more,
      unassigned.count as unassigned
    from (select count(*) from (select from tickets where waiting_since is not null
      limit ${MAX_COUNTED + 1}) as w) as waiting,
      (select count(*) from (
        select from tickets where waiting_since is not null and assignee_id is null
        limit ${MAX_COUNTED}) as u) as unassigned`;
  return row;
}
