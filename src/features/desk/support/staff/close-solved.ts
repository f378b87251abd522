import type { Tx } from '#platform/db/client.ts';
import { CLOSED, SOLVED } from '../ticket/lock-ticket.ts';

/** Closes some of the tickets in which nothing happened since they were solved before a time. */
export const closeSolved = (sql: Tx, { before, now, limit }: { before: Date; now: Date; limit: number }) => sql<
  { id: string; user_id: string | null }[]
>`
  update tickets set status = ${CLOSED}, updated_at = ${now} where id in (
    select id from tickets where status = ${SOLVED} and updated_at < ${before} order by updated_at limit ${limit}
    for update skip locked)
  returning id, user_id`;
