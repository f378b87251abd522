import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../ctx.ts';
import { addStockChanges } from '../../supply/stock/add-stock-changes.ts';
import { subtractDepartures } from './subtract-departures.ts';

const EVERY_MS = 5_000;

/** Keeps lots and counts of stock small while the worker runs. They are right without it, but take longer to read. */
export function startLotsLoop(ctx: Ctx): { stop(): Promise<void> } {
  return repeat(ctx, 'lots', EVERY_MS, async () => {
    await subtractDepartures(ctx.sql);
    await addStockChanges(ctx.sql);
  });
}
