import { MINUTE_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { escalateOverdue } from './escalate-overdue.ts';

const EVERY_MS = MINUTE_MS;

export const startDeskLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'desk', EVERY_MS, () => escalateOverdue(ctx));
