import type { TierLimits } from '#contracts/customers/tiers.ts';
import { HOUR_MS } from '#contracts/time-units.ts';

/** No tier and no admin can let a stored balance exceed this: fixed in code, not a setting. */
export const CEILING_CENTS = 9_999_00;

export const REVEAL_DELAY_MS = HOUR_MS;

/** The limits of each verification tier in cents (docs/lawful-line.md). */
export const TIERS: readonly TierLimits[] = [
  {
    stored_balance_cents: 150_00,
    one_order_cents: 50_00,
    spend_24h_cents: 100_00,
    top_up_30d_cents: 150_00,
    delayed_reveal_above_cents: 25_00,
  },
  {
    stored_balance_cents: 1_000_00,
    one_order_cents: 500_00,
    spend_24h_cents: 1_000_00,
    top_up_30d_cents: 3_000_00,
    delayed_reveal_above_cents: null,
  },
  {
    stored_balance_cents: 5_000_00,
    one_order_cents: 2_000_00,
    spend_24h_cents: 5_000_00,
    top_up_30d_cents: 20_000_00,
    delayed_reveal_above_cents: null,
  },
];

/** The limits of tier 0, 1 or 2. Those on balance, orders and daily spending are below the ceiling. */
export function tierLimits(tier: number): TierLimits {
  const limits = TIERS[tier];
  if (!limits) throw new RangeError(`there is no tier ${tier}`);
  return limits;
}
