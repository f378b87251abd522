import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { renewOffers } from './renew-offers.ts';

const EVERY_MS = 5_000;

/** Keeps the rows of the prefix directory up to date while the worker runs. Reading is right without it, but slower. */
export function startOffersLoop({ sql, clock, log }: Ctx): { stop(): Promise<void> } {
  return repeat('offers', EVERY_MS, log, () => renewOffers(sql, clock));
}
