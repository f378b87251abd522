import type { Db } from '#platform/db/client.ts';

/** Notes of overdue tickets that an alert tells of them; returns those of which none did before. */
export const escalateTickets = (sql: Db, now: Date, limit: number) => sql<
  { id: string; number: number; user_id: string | null }[]
>`
  update tickets set escalated_at = ${now} where id in (
    select id from tickets where due_at < ${now} and escalated_at is null order by due_at limit ${limit}
    for update skip locked)
  returning id, number, user_id`;
