import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../ctx.ts';
import { createNoticeWatch } from './watch-notices.ts';

const EVERY_MS = 5_000;

/** Announces scheduled notices while the worker runs. Without it, pages see them when they next load. */
export const startNoticesLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'notices', EVERY_MS, createNoticeWatch(ctx));
