import type { Tx } from '#platform/db/client.ts';

/** Empties a claim's note where the removed comment is the first one of its ticket, which says the same. */
export async function emptyNote(
  sql: Tx,
  { ticket_id, comment_id }: { ticket_id: string; comment_id: string },
): Promise<void> {
  await sql`
    update claims set note = '' where ticket_id = ${ticket_id} and note <> ''
      and ${comment_id} = (select id from ticket_comments where ticket_id = ${ticket_id} order by id limit 1)`;
}
