// L3: above 2,000 dollars a closed-loop card is a prepaid programme of its own kind, which this shop doesn't sell.
export const MAX_FACE_USD_CENTS = 200_000;

export const exceedsFaceLimit = (face_cents: number, usd_e9: number): boolean =>
  face_cents * usd_e9 > MAX_FACE_USD_CENTS * 1_000_000_000;
