import type { Tx } from '#platform/db/client.ts';
import { pauseTargets } from '../targets/pause-targets.ts';

interface Answer {
  ticket_id: string;
  staff_id: string;
  body: string;
  now: Date;
}

/** Adds what staff answer to a locked ticket, which waits for its buyer from then on, and is theirs where nobody took it. */
export async function answerBuyer(sql: Tx, { ticket_id, staff_id, body, now }: Answer): Promise<void> {
  await sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
    values (${ticket_id}, ${staff_id}, true, ${body}, ${now})`;
  await pauseTargets(sql, now, ticket_id);
  await sql`
    update tickets set status = 3, waiting_since = null, solved_at = null, updated_at = ${now},
      assignee_id = coalesce(assignee_id, ${staff_id}) where id = ${ticket_id}`;
}
