import type { Sql } from '#platform/db/client.ts';
import type { Logger } from '#platform/log.ts';
import { createRunner } from './create-runner.ts';
import { type PlacedEvent, placeEvents } from './place-events.ts';

// Picks up events whose writer exited between committing and placing them.
const EVERY_MS = 1_000;
// A run costs a commit: what is written in the meantime is placed together.
const REST_MS = 25;

/** Places the events of this pool's transactions right after they commit, and those of writers that have exited. */
export function runPlacer(
  sql: Sql,
  log: Logger,
  onPlaced?: (events: PlacedEvent[]) => void,
): { stop(): Promise<void> } {
  const runner = createRunner('place-events', log, () => placeEvents(sql, onPlaced), { rest_ms: REST_MS });
  sql.placer.wake = runner.wake;
  const timer = setInterval(runner.wake, EVERY_MS);
  runner.wake();
  return {
    stop() {
      clearInterval(timer);
      return runner.stop();
    },
  };
}
