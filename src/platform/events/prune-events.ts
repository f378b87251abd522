import { HOUR_MS } from '#contracts/time-units.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

/** A delivering process lags by milliseconds; a client that was away longer reloads its pages. */
const RETENTION_MS = HOUR_MS;
const BATCH = 5_000;

/** Removes placed events older than an hour. */
export async function pruneEvents(sql: Db, clock: Clock): Promise<void> {
  for (;;) {
    const removed = await sql`
      delete from events where id in (
        select id from events where position is not null
          and created_at < ${new Date(clock.now().getTime() - RETENTION_MS)}
        order by id limit ${BATCH}) returning id`;
    if (removed.length < BATCH) return;
  }
}
