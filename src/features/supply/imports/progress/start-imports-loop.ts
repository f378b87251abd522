import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { watchImports } from './watch-imports.ts';

const EVERY_MS = 5_000;

/** Watches running imports while the worker runs. Pages say by themselves that one stands still. */
export const startImportsLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'imports', EVERY_MS, () => watchImports(ctx));
