import type { Db } from '#platform/db/client.ts';

/** The number of a channel's newest event; 0 before the first. */
export async function lastSequence(sql: Db, channel: string): Promise<number> {
  const [row] = await sql<{ last: number }[]>`select last from event_counters where channel = ${channel}`;
  return row?.last ?? 0;
}
