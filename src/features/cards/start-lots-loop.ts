import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../ctx.ts';
import { subtractDepartures } from './subtract-departures.ts';

const EVERY_MS = 5_000;

/** Keeps the lots small while the worker runs. Lists and counts are right without it, but read lots that are empty. */
export function startLotsLoop({ sql, log }: Ctx): { stop(): Promise<void> } {
  return repeat('lots', EVERY_MS, log, () => subtractDepartures(sql));
}
