import { paymentOptions } from '#contracts/coins/payments.ts';
import type { CartLimits } from '#contracts/shop/cart.ts';
import type { OfferedCoin } from '#web/pages/coins/billing/payments/offered-coin.ts';
import { read, type Where } from '#web/server/api.ts';

/** The coins with which to add what a purchase lacks; none where nothing is to be added. */
export async function coinsToAdd(where: Where, limits: CartLimits | null): Promise<OfferedCoin[]> {
  if (!limits?.add_cents || limits.bar || limits.exceeded.length) return [];
  const { data } = await read(where, paymentOptions);
  return data.offered.map(({ reason: _reason, ...offer }) => offer);
}
