import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { createDailySums } from './create-daily-sums.ts';

const EVERY_MS = 30_000;

/** Keeps the sums of each day that the overview shows. */
export const startFiguresLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'daily-figures', EVERY_MS, createDailySums(ctx));
