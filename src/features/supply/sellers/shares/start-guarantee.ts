import type { Tx } from '#platform/db/client.ts';

/** The guarantee of a seller's card begins with its reveal, however late that is: its money waits for the end (P6). */
export async function startGuarantee(sql: Tx, line_id: string, now: Date): Promise<void> {
  await sql`
    update seller_lines set due_at = ${now}::timestamptz + guarantee_hours * interval '1 hour'
    where line_id = ${line_id} and state = 'pending'`;
}
