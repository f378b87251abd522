/** Price in US cents: face value times the currency's rate, less the batch's discount, rounded half up, at least 1. */
export function priceCents(face_cents: number, batch: { usd_rate_micro: number; discount_bp: number }): number {
  const scaled = BigInt(face_cents) * BigInt(batch.usd_rate_micro) * BigInt(10_000 - batch.discount_bp);
  const cents = Number((scaled + 5_000_000_000n) / 10_000_000_000n);
  return Math.max(1, cents);
}
