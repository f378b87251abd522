import type { Db } from '#platform/db/client.ts';

export interface PriceRule {
  /** Billionths of a dollar for one unit of the programme's currency. */
  usd_e9: number;
  discount_bp: number;
  /** Prices are multiples of this. */
  rounding_cents: number;
}

/**
 * SQL for the price in US cents of a card with `face_cents`: the face value times the currency's rate, less the discount,
 * rounded half up; never nothing. `round` of a quotient would round twice, as quotients have not all of their decimals.
 */
export const priceOf = (sql: Db, { usd_e9, discount_bp, rounding_cents }: PriceRule) => sql`greatest(1,
  div(face_cents::numeric * ${usd_e9}::bigint * ${10_000 - discount_bp}::bigint * 2
    + 10000000000000 * ${rounding_cents}::bigint, 20000000000000 * ${rounding_cents}::bigint)::bigint)
  * ${rounding_cents}::bigint`;
