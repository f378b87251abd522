import type { Reply } from '#contracts/call.ts';
import type { getCartLimits as contract } from '#contracts/shop/cart.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { MINIMUM_CENTS, roomOf } from '../../coins/deposits/credit/top-up-limits.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { countryBar, readWhereabouts } from '../../customers/tiers/country/country-bar.ts';
import { readLimitsUsed } from '../../customers/tiers/read-limits-used.ts';
import { REVEAL_DELAY_MS, tierLimits } from '../../customers/tiers/tier-limits.ts';
import { onSale } from '../../supply/programmes/catalogue/on-sale.ts';
import { exceededByAdding, exceededBySpending, spendingLiftedAt } from './exceeded-limits.ts';

/** What a checkout would refuse, said before it. The checkout itself decides by the same limits. */
export async function getCartLimits({ sql, clock, config }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const user_id = actor.user.id;
  const now = clock.now();
  const [[{ total_cents }], used, balance_cents, who] = await Promise.all([
    sql<[{ total_cents: number }]>`
      select coalesce(sum(c.price_cents), 0)::bigint as total_cents from cart_items i join cards c on c.id = i.card_id
      where i.user_id = ${user_id} and ${onSale(sql, clock)}`,
    readLimitsUsed(sql, user_id, now),
    balanceOf(sql, { kind: 'available', owner_id: user_id }),
    readWhereabouts(sql, user_id),
  ]);
  const { room_cents } = roomOf(used);
  const missing_cents = Math.max(0, total_cents - balance_cents);
  const spending = exceededBySpending(total_cents, used);
  const adding = exceededByAdding(missing_cents && Math.max(missing_cents, MINIMUM_CENTS), used);
  const affordable = Math.min(total_cents, ...spending.map(({ left_cents }) => left_cents));
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
    data: {
      total_cents,
      balance_cents,
      missing_cents,
      room_cents,
      add_cents: payable(affordable - balance_cents, room_cents),
      bar: countryBar(config, now, who),
      exceeded: await Promise.all(exceeded),
      wait: waits ? { above_cents, until: new Date(now.getTime() + REVEAL_DELAY_MS).toISOString() } : null,
    },
  };
}

/** An amount to add, between the smallest and the largest that can be added; 0 if there is no such amount. */
function payable(missing_cents: number, room_cents: number): number {
  if (missing_cents <= 0 || room_cents < MINIMUM_CENTS) return 0;
  return Math.min(Math.max(missing_cents, MINIMUM_CENTS), room_cents);
}
