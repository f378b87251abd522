import { MINUTE_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { screenSellers } from './screen-sellers.ts';

/** Screens sellers again whenever the operator's list changes. */
export const startScreeningLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'seller_screening', MINUTE_MS, () => screenSellers(ctx));
