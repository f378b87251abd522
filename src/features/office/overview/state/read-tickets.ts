import type { Overview } from '#contracts/office/overview.ts';
import type { Db } from '#platform/db/client.ts';

/** As far as the desk counts. */
const MOST = 1_000;

/** Tickets that wait for an answer. */
export async function readTickets(sql: Db): Promise<NonNullable<Overview['tickets']>> {
  const [row] = await sql<[NonNullable<Overview['tickets']>]>`
    select least(waiting.count, ${MOST}) as waiting, waiting.count > ${MOST} as more, unassigned.count as unassigned
    from (select count(*) from (select from tickets where waiting_since is not null limit ${MOST + 1}) as w) as waiting,
      (select count(*) from (
        select from tickets where waiting_since is not null and assignee_id is null limit ${MOST}) as u) as unassigned`;
  return row;
}
