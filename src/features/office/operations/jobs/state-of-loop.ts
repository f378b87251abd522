import type { Loop } from '#contracts/office/operations.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';

/** A worker reports every ten seconds. */
const GONE_AFTER_MS = MINUTE_MS;
/** How long a run may take, such as a sweep of many rows. */
const LONGEST_RUN_MS = 120_000;

type Reported = Omit<Loop, 'state'>;

/** How a loop does, from what its worker last reported. */
export function stateOfLoop(loop: Reported, now: Date): Loop['state'] {
  if (now.getTime() - Date.parse(loop.reported_at) > GONE_AFTER_MS) return 'gone';
  if (loop.failures > 0) return 'failing';
  return overdueMs(loop, now) > LONGEST_RUN_MS ? 'late' : 'well';
}

/** For how long the next success has been due: since the last one or, before the first, since its run began. */
export function overdueMs({ every_ms, started_at, succeeded_at }: Reported, now: Date): number {
  const since = succeeded_at ?? started_at;
  return since === null ? 0 : now.getTime() - Date.parse(since) - every_ms;
}
