import type { Ctx } from '../../../ctx.ts';
import { duePurchases } from './due-purchases.ts';
import { settlePurchase } from './settle-purchase.ts';

/**
 * Buys what is credited, and ends what can't be bought any more; a crash between two loses nothing. While the shop is closed nothing is
 * bought, as by hand.
 */
export async function settlePurchases(ctx: Ctx): Promise<void> {
  for (const { id } of await duePurchases(ctx)) {
    if (ctx.maintenance.closure()) return;
    // One that fails must not hold up those behind it.
    await settlePurchase(ctx, id).catch((err: unknown) =>
      ctx.log.error({ err, id }, 'a waiting purchase was not settled'),
    );
  }
}
