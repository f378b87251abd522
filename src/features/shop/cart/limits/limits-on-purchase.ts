import type { CartLimits } from '#contracts/shop/cart.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { MINIMUM_CENTS, roomOf } from '../../../coins/deposits/credit/top-up-limits.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { countryBar, readWhereabouts } from '../../../customers/tiers/country/country-bar.ts';
import { readLimitsUsed } from '../../../customers/tiers/read-limits-used.ts';
import { REVEAL_DELAY_MS, tierLimits } from '../../../customers/tiers/tier-limits.ts';
import { exceededByAdding, exceededBySpending, spendingLiftedAt } from './exceeded-limits.ts';
import { toActivateCents } from './to-activate-cents.ts';

/** What stands against an order of so many cents, in cents, and what lifts it. The checkout itself decides by the same limits. */
export async function limitsOnPurchase(
  { sql, clock, config }: Ctx,
  actor: Actor,
  total_cents: number,
): Promise<CartLimits> {
  const user_id = actor.user.id;
  const now = clock.now();
  const [used, balance_cents, who, to_activate_cents] = await Promise.all([
    readLimitsUsed(sql, user_id, now),
    balanceOf(sql, { kind: 'available', owner_id: user_id }),
    readWhereabouts(sql, user_id),
    toActivateCents({ sql, config }, actor),
  ]);
  const { room_cents } = roomOf(used);
  const missing_cents = Math.max(0, total_cents - balance_cents);
  const spending = exceededBySpending(total_cents, used);
  const adding = exceededByAdding(missing_cents && Math.max(missing_cents, MINIMUM_CENTS), used);
  const spendable = Math.min(total_cents, ...spending.map(({ left_cents }) => left_cents));
  const { delayed_reveal_above_cents: above_cents } = tierLimits(used.tier);
  const waits = above_cents !== null && total_cents > 0 && used.spent_24h_cents + total_cents > above_cents;
  const exceeded = [...spending, ...(adding ? [adding] : [])].map(async (one) => {
    const { limit, over_cents } = one;
    return {
      ...one,
      lifted_at: limit === 'spend_24h' ? await spendingLiftedAt(sql, { user_id, now, over_cents }) : null,
    };
  });
  return {
    total_cents,
    balance_cents,
    missing_cents,
    room_cents,
    add_cents: payable(Math.max(spendable - balance_cents, to_activate_cents), room_cents),
    reachable_cents: Math.min(spendable, balance_cents + (room_cents < MINIMUM_CENTS ? 0 : room_cents)),
    bar: countryBar(config, now, who),
    exceeded: await Promise.all(exceeded),
    wait: waits ? { above_cents, until: new Date(now.getTime() + REVEAL_DELAY_MS).toISOString() } : null,
  };
}

/** An amount to add, between the smallest and the largest that can be added; 0 if there is no such amount. */
function payable(missing_cents: number, room_cents: number): number {
  if (missing_cents <= 0 || room_cents < MINIMUM_CENTS) return 0;
  return Math.min(Math.max(missing_cents, MINIMUM_CENTS), room_cents);
}
