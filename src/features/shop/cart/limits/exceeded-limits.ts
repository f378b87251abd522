import type { ExceededLimit } from '#contracts/shop/cart.ts';
import type { Db } from '#platform/db/client.ts';
import { roomOf } from '../../../coins/deposits/credit/top-up-limits.ts';
import { type LimitsUsed, SPEND_WINDOW_MS } from '../../../customers/tiers/read-limits-used.ts';
import { TIERS, tierLimits } from '../../../customers/tiers/tier-limits.ts';

type Exceeded = Omit<ExceededLimit, 'lifted_at'>;

/** The limits on buying that a total exceeds, the nearest first. */
export function exceededBySpending(
  total_cents: number,
  used: Pick<LimitsUsed, 'tier' | 'spent_24h_cents'>,
): Exceeded[] {
  const { one_order_cents, spend_24h_cents } = tierLimits(used.tier);
  const left_today = Math.max(0, spend_24h_cents - used.spent_24h_cents);
  const exceeded: Exceeded[] = [];
  if (total_cents > one_order_cents)
    exceeded.push({
      limit: 'one_order',
      limit_cents: one_order_cents,
      left_cents: one_order_cents,
      over_cents: total_cents - one_order_cents,
      next: nextTier(used.tier, 'one_order_cents', ({ one_order_cents }) => total_cents <= one_order_cents),
    });
  if (total_cents > left_today)
    exceeded.push({
      limit: 'spend_24h',
      limit_cents: spend_24h_cents,
      left_cents: left_today,
      over_cents: total_cents - left_today,
      next: nextTier(
        used.tier,
        'spend_24h_cents',
        ({ spend_24h_cents }) => total_cents + used.spent_24h_cents <= spend_24h_cents,
      ),
    });
  return exceeded;
}

/** The limit on adding funds that keeps a missing sum from being added; null if there is room for it. */
export function exceededByAdding(missing_cents: number, used: LimitsUsed): Exceeded | null {
  const { room_cents, bound_by, stored_limit_cents, top_up_30d_limit_cents } = roomOf(used);
  if (missing_cents <= room_cents) return null;
  const stored = bound_by === 'stored';
  return {
    limit: stored ? 'stored_balance' : 'top_up_30d',
    limit_cents: stored ? stored_limit_cents : top_up_30d_limit_cents,
    left_cents: room_cents,
    over_cents: missing_cents - room_cents,
    next: nextTier(
      used.tier,
      stored ? 'stored_balance_cents' : 'top_up_30d_cents',
      (_, tier) => roomOf({ ...used, tier }).room_cents >= missing_cents,
    ),
  };
}

type Limits = (typeof TIERS)[number];
type Limit = Exclude<keyof Limits, 'delayed_reveal_above_cents'>;

function nextTier(
  tier: number,
  limit: Limit,
  suffices: (limits: Limits, tier: number) => boolean,
): ExceededLimit['next'] {
  const next = TIERS.findIndex((limits, at) => at > tier && suffices(limits, at));
  return next < 0 ? null : { tier: next, limit_cents: TIERS[next]![limit] };
}

/** When so much of what somebody spent in 24 hours no longer counts that a sum is within the limit; null: never. */
export async function spendingLiftedAt(
  sql: Db,
  { user_id, now, over_cents }: { user_id: string; now: Date; over_cents: number },
): Promise<string | null> {
  const orders = await sql<{ created_at: string; cents: number }[]>`
    select created_at, cents from order_costs
    where user_id = any(array(select limit_peers(${user_id})))
      and created_at > ${new Date(now.getTime() - SPEND_WINDOW_MS)} order by created_at limit 1000`;
  let freed = 0;
  for (const { created_at, cents } of orders) {
    freed += cents;
    if (freed >= over_cents) return new Date(Date.parse(created_at) + SPEND_WINDOW_MS).toISOString();
  }
  return null;
}
