interface PriceRule {
  usd_rate_micro: number;
  discount_bp: number;
  /** Prices are multiples of this. */
  rounding_cents: number;
}

/** Price in US cents: face value times the currency's rate, less the discount, rounded half up; never nothing. */
export function priceCents(face_cents: number, { usd_rate_micro, discount_bp, rounding_cents }: PriceRule): number {
  const scaled = BigInt(face_cents) * BigInt(usd_rate_micro) * BigInt(10_000 - discount_bp);
  const step = 10_000_000_000n * BigInt(rounding_cents);
  return Math.max(1, Number((scaled + step / 2n) / step)) * rounding_cents;
}
