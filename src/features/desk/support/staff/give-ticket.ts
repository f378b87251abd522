import type { Tx } from '#platform/db/client.ts';

/** Gives a locked ticket to one of the staff, or back to the queue. */
export async function giveTicket(sql: Tx, ticket_id: string, assignee_id: string | null): Promise<void> {
  await sql`update tickets set assignee_id = ${assignee_id} where id = ${ticket_id}`;
}
