import type { Sql } from '#platform/db/client.ts';
import type { Logger } from '#platform/log.ts';
import { createRunner } from './create-runner.ts';
import { PLACED_TOPIC, type PlacedEvent } from './place-events.ts';

const BATCH = 500;
// Picks up events that the bus or the LISTEN connection lost.
const EVERY_MS = 1_000;

/** Carries placed events between processes. Events it loses are read from the database. */
export interface EventBus {
  publish(events: readonly PlacedEvent[]): void;
  /** `onEvents` receives batches; `onGap` is called when some may have been lost. */
  subscribe(onEvents: (events: PlacedEvent[]) => void, onGap: () => void): Promise<void>;
}

interface Options {
  sql: Sql;
  log: Logger;
  /** Called once for every event that is placed from now on, in order. */
  deliver: (event: PlacedEvent) => void;
  /** Used instead of LISTEN. */
  bus?: EventBus;
}

export interface Follower {
  /** Delivers events that this process already has. */
  offer(events: readonly PlacedEvent[]): void;
  stop(): Promise<void>;
}

/** Delivers every event placed from now on to this process, once each and in order of position. */
export async function followEvents({ sql, log, deliver, bus }: Options): Promise<Follower> {
  const [start] = await sql<{ last: number }[]>`select last from event_counters where channel = 'all'`;
  let cursor = start!.last;

  function pass(events: readonly PlacedEvent[]): void {
    for (const event of events) {
      if (event.position !== cursor + 1) continue;
      cursor = event.position;
      deliver(event);
    }
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const rows = await sql<PlacedEvent[]>`
        select position, seq, channel, event, data from events where position > ${cursor}
        order by position limit ${BATCH}`;
      // Pruned events are older than any client still waits for: skip them.
      if (rows[0] && rows[0].position > cursor + 1) cursor = rows[0].position - 1;
      pass(rows);
      if (rows.length < BATCH) return;
    }
  }

  const runner = createRunner('follow-events', log, catchUp);
  const offer = (events: readonly PlacedEvent[]) => {
    pass(events);
    if ((events.at(-1)?.position ?? 0) > cursor) runner.wake();
  };
  const onPlaced = (position: string) => {
    if (Number(position) > cursor) runner.wake();
  };
  const listening = bus ? undefined : await sql.listen(PLACED_TOPIC, onPlaced, runner.wake);
  await bus?.subscribe(offer, runner.wake);
  const timer = setInterval(runner.wake, EVERY_MS);
  return {
    offer,
    async stop() {
      clearInterval(timer);
      await listening?.unlisten();
      await runner.stop();
    },
  };
}
