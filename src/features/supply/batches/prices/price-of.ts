import type { Db } from '#platform/db/client.ts';

export interface PriceRule {
  /** Dollars for one unit of the programme's currency, in millionths. */
  usd_rate_micro: number;
  discount_bp: number;
  /** Prices are multiples of this. */
  rounding_cents: number;
}

/**
 * SQL for the price in US cents of a card with `face_cents`: the face value times the currency's rate, less the discount,
 * rounded half up; never nothing.
 */
export const priceOf = (sql: Db, { usd_rate_micro, discount_bp, rounding_cents }: PriceRule) => sql`greatest(1,
  round(face_cents::numeric * ${usd_rate_micro}::bigint * ${10_000 - discount_bp}::bigint
    / (10000000000 * ${rounding_cents}::bigint))::bigint) * ${rounding_cents}::bigint`;
