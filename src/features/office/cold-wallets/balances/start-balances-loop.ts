import { HOUR_MS } from '#contracts/time-units.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { readBalances } from './read-balances.ts';

/** Apart from the hourly checks, since a node searches for minutes. */
export const startBalancesLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'cold-wallets', HOUR_MS, () => readBalances(ctx));
