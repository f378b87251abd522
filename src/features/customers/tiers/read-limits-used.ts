import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';

export const SPEND_WINDOW_MS = DAY_MS;
export const TOP_UP_WINDOW_MS = 30 * DAY_MS;

export interface LimitsUsed {
  tier: number;
  /** With what pre-orders reserve. */
  stored_cents: number;
  /** Refunds deducted. */
  spent_24h_cents: number;
  /** With what staff put on the balance, refunds excepted. */
  top_up_30d_cents: number;
}

interface SharedLimitsUsed extends LimitsUsed {
  /** Accounts linked with it whose use is counted in. */
  shared_with: number;
}

/** What an account uses of its tier's limits; at tier 0 together with the accounts linked with it. */
export async function readLimitsUsed(sql: Db, user_id: string, now: Date): Promise<SharedLimitsUsed> {
  const since = new Date(now.getTime() - TOP_UP_WINDOW_MS);
  const [used] = await sql<SharedLimitsUsed[]>`
    select u.tier, cardinality(peers.ids) - 1 as shared_with,
      (select coalesce(sum(b.balance_cents), 0)::bigint from ledger_balances b
        join ledger_accounts a on a.id = b.account_id
        where a.owner_id = any(peers.ids)) as stored_cents,
      (select greatest(0, coalesce(sum(cents), 0))::bigint from order_costs
        where user_id = any(peers.ids)
          and created_at > ${new Date(now.getTime() - SPEND_WINDOW_MS)}) as spent_24h_cents,
      ((select coalesce(sum(cents), 0) from booked_top_ups where user_id = any(peers.ids) and at > ${since})
      + (select coalesce(sum(cents), 0) from balance_gifts
        where user_id = any(peers.ids) and booked_at > ${since}))::bigint as top_up_30d_cents
    from users u cross join lateral (select array(select limit_peers(u.id)) as ids) peers where u.id = ${user_id}`;
  if (!used) throw new Error(`user ${user_id} is gone`);
  return used;
}
