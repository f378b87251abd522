import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';

/** An event with its position among all events and its number in its channel, both without gaps. */
export interface PlacedEvent {
  position: number;
  seq: number;
  channel: string;
  event: string;
  data: Record<string, unknown>;
}

/** NOTIFY topic for newly placed events; the payload is the highest position assigned. */
export const PLACED_TOPIC = 'events_placed';

const BATCH = 500;
// Any constant that no other lock uses.
const PLACE_LOCK = 7_346_102;

/**
 * Numbers committed events, notifies the followers, and returns how many there were. One placer works at a time, so
 * numbers become visible in order, whatever order the transactions that wrote the events committed in.
 */
export async function placeEvents(sql: Db, onPlaced?: (events: PlacedEvent[]) => void): Promise<number> {
  let placed = 0;
  for (;;) {
    const events = await placeBatch(sql);
    if (events.length > 0) onPlaced?.(events);
    placed += events.length;
    if (events.length < BATCH) return placed;
  }
}

function placeBatch(sql: Db): Promise<PlacedEvent[]> {
  return transaction(sql, async (tx) => {
    // A separate statement: the next one's snapshot must be newer than the lock.
    const [, events] = await Promise.all([
      tx`select pg_advisory_xact_lock(${PLACE_LOCK})`,
      tx<PlacedEvent[]>`
        with fresh as (
          select id, channel from events where position is null order by id limit ${BATCH}
        ), counted as (
          insert into event_counters (channel, last)
          select channel, count(*) from fresh group by channel
          union all select 'all', count(*) from fresh having count(*) > 0
          on conflict (channel) do update set last = event_counters.last + excluded.last
          returning channel, last
        ), numbered as (
          select f.id,
            (select last from counted
              where channel = 'all') - count(*) over () + row_number() over (order by f.id) as position,
            c.last - count(*) over (partition by f.channel) + row_number() over (partition by f.channel
              order by f.id) as seq
          from fresh f join counted c on c.channel = f.channel
        ), placed as (
          update events e set position = n.position, seq = n.seq from numbered n where e.id = n.id
          returning e.position, e.seq, e.channel, e.event, e.data
        )
        select placed.* from placed,
          (select pg_notify(${PLACED_TOPIC}, max(position)::text) from placed having count(*) > 0) notified
        order by position`,
    ]);
    return [...events];
  });
}
