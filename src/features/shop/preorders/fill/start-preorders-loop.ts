import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { fillPreorders } from './fill-preorders.ts';

const EVERY_MS = 2_000;

export const startPreordersLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'preorders', EVERY_MS, () => fillPreorders(ctx));
