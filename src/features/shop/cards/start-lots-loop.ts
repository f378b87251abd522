import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../ctx.ts';
import { addStockChanges } from '../../supply/stock/add-stock-changes.ts';
import { subtractDepartures } from './subtract-departures.ts';

const EVERY_MS = 5_000;

/** Keeps lots and counts of stock small while the worker runs. They are right without it, but take longer to read. */
export function startLotsLoop({ sql, log }: Ctx): { stop(): Promise<void> } {
  return repeat('lots', EVERY_MS, log, async () => {
    await subtractDepartures(sql);
    await addStockChanges(sql);
  });
}
