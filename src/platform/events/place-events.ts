import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';

/** Heard by every process that delivers; the payload is the highest position given. */
export const placedTopic = 'events_placed';

const batch = 500;
// Any constant will do that nothing else locks.
const placeLock = 7_346_102;

/**
 * Gives committed events their numbers and tells who delivers; returns how many. One placer works at a time, so numbers
 * become visible in their own order whatever order the transactions that wrote the events committed in.
 */
export async function placeEvents(sql: Db): Promise<number> {
  let placed = 0;
  for (;;) {
    const count = await placeBatch(sql);
    placed += count;
    if (count < batch) return placed;
  }
}

function placeBatch(sql: Db): Promise<number> {
  return transaction(sql, async (tx) => {
    // A statement of its own: the next one's snapshot must be younger than the lock.
    const [, [row]] = await Promise.all([
      tx`select pg_advisory_xact_lock(${placeLock})`,
      tx<{ placed: number }[]>`
        with fresh as (
          select id, channel from events where position is null order by id limit ${batch}
        ), counted as (
          insert into event_counters (channel, last)
          select channel, count(*) from fresh group by channel
          union all select 'all', count(*) from fresh having count(*) > 0
          on conflict (channel) do update set last = event_counters.last + excluded.last
          returning channel, last
        ), numbered as (
          select f.id,
            (select last from counted where channel = 'all') - count(*) over () + row_number() over (order by f.id) as position,
            c.last - count(*) over (partition by f.channel) + row_number() over (partition by f.channel order by f.id) as seq
          from fresh f join counted c on c.channel = f.channel
        ), updated as (
          update events e set position = n.position, seq = n.seq from numbered n where e.id = n.id returning e.position
        )
        select count(*) as placed, pg_notify(${placedTopic}, max(position)::text) from updated having count(*) > 0`,
    ]);
    return row?.placed ?? 0;
  });
}
