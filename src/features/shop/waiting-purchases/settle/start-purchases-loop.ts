import { repeat } from '#platform/jobs/repeat.ts';
import type { Ctx } from '../../../ctx.ts';
import { settlePurchases } from './settle-purchases.ts';

const EVERY_MS = 2_000;

export const startPurchasesLoop = (ctx: Ctx): { stop(): Promise<void> } =>
  repeat(ctx, 'waiting_purchases', EVERY_MS, () => settlePurchases(ctx));
