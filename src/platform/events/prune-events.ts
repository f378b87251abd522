import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

/** A process that delivers is behind by milliseconds; a client that was away longer reads its pages again. */
const RETENTION_MS = 3_600_000;
const batch = 5_000;

/** Removes events that were placed more than an hour ago. */
export async function pruneEvents(sql: Db, clock: Clock): Promise<void> {
  for (;;) {
    const removed = await sql`
      delete from events where id in (
        select id from events where position is not null and created_at < ${new Date(clock.now().getTime() - RETENTION_MS)}
        order by id limit ${batch}) returning id`;
    if (removed.length < batch) return;
  }
}
