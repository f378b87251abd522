import type { Db } from '#platform/db/client.ts';

/**
 * Leaves a gap in the numbers of every channel, so that a page that heard higher ones than a restored shop gave takes its next event
 * for a newer one. The positions among all events, which the processes go by, stay without a gap.
 */
export async function skipEventNumbers(sql: Db, by: number): Promise<void> {
  await sql`update event_counters set last = last + ${by} where channel not in ('all', 'forwarded')`;
}
