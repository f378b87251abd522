import { MINUTE_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { loadSanctions } from './load-sanctions.ts';

/** Reloads the operator's list whenever it changes. */
export const startSanctionsLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'sanctions', MINUTE_MS, () => loadSanctions(ctx));
