import { MINUTE_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { createDailySums } from '../../overview/figures/create-daily-sums.ts';
import { sumDeskDays } from './sum-desk-days.ts';

const EVERY_MS = MINUTE_MS;
/** 13 weeks, which the report shows. */
const DAYS = 91;

/** Keeps the sums of each day that the desk's report shows. */
export const startDeskFiguresLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'desk-figures', EVERY_MS, createDailySums(ctx, sumDeskDays, DAYS));
