/** A price as the shop's commission, to the nearest cent, and the seller's share. */
export function splitPrice(price_cents: number, commission_bp: number) {
  const commission_cents = Math.round((price_cents * commission_bp) / 10_000);
  return { commission_cents, share_cents: price_cents - commission_cents };
}
