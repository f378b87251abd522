import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { renewOffers } from './renew-offers.ts';

const EVERY_MS = 5_000;

/** Keeps the rows of the prefix directory up to date while the worker runs. Reading is right without it, but slower. */
export function startOffersLoop(ctx: Ctx): { stop(): Promise<void> } {
  return repeat(ctx, 'offers', EVERY_MS, () => renewOffers(ctx.sql, ctx.clock));
}
