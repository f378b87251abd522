import type { Tx } from '#platform/db/client.ts';

/** Ends a locked line whose card was returned, or refunded after a claim. */
export async function endLine(
  sql: Tx,
  { line_id, as, now }: { line_id: string; as: 'returned' | 'refunded'; now: Date },
): Promise<void> {
  await sql`
    update order_lines set state = ${as}, returned_at = case when ${as === 'returned'} then ${now} else returned_at end
    where id = ${line_id}`;
}
