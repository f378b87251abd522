import { MINUTE_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { notePrices } from './note-prices.ts';

const EVERY_MS = MINUTE_MS;

/** Keeps what the pages of brands say about prices and stock. */
export const startPricesLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'prices', EVERY_MS, () => notePrices(ctx));
