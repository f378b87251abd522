import type { Sql } from '#platform/db/client.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import type { Logger } from '#platform/log.ts';
import { createRunner } from './create-runner.ts';
import { PLACED_TOPIC, type PlacedEvent } from './place-events.ts';

// The most that Pusher servers accept at once.
const BATCH = 10;
const EVERY_MS = 1_000;

interface Options {
  sql: Sql;
  databaseUrl: string;
  log: Logger;
  send(events: readonly PlacedEvent[]): Promise<void>;
}

/** Forwards every event to another server, in order and at least once; one process at a time does so. */
export async function forwardEvents({ sql, databaseUrl, log, send }: Options): Promise<{ stop(): Promise<void> }> {
  await sql`
    insert into event_counters (channel, last) select 'forwarded', last from event_counters where channel = 'all'
    on conflict do nothing`;
  const exclusive = createExclusive(databaseUrl, 'forward events');

  async function forward(): Promise<void> {
    if (!(await exclusive.held())) return;
    for (;;) {
      const events = await sql<PlacedEvent[]>`
        select position, seq, channel, event, data from events
        where position > (select last from event_counters where channel = 'forwarded')
        order by position limit ${BATCH}`;
      if (events.length === 0) return;
      await send(events);
      await sql`update event_counters set last = ${events.at(-1)!.position} where channel = 'forwarded'`;
    }
  }

  const runner = createRunner('forward-events', log, forward);
  const listening = await sql.listen(PLACED_TOPIC, runner.wake, runner.wake);
  const timer = setInterval(runner.wake, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await listening.unlisten();
      await runner.stop();
      await exclusive.release();
    },
  };
}
