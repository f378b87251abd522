import type { Db } from '#platform/db/client.ts';
import { tierLimits } from '../tiers/tier-limits.ts';
import { dollars } from './amounts.ts';

const WINDOW_MS = 30 * 86_400_000;

interface Money {
  tier: number;
  stored_cents: number;
  top_up_30d_cents: number;
}

export interface Excess {
  /** The limit that the sum goes over. */
  limit: string;
  /** What the user can do about it; null when the sum is over the limit by itself. */
  remedy: string | null;
}

/**
 * The limit of the user's tier that a top-up of these cents would go over; null when it fits. With `lock` the balance stays
 * as it was read until the transaction ends.
 */
export async function overTopUpLimit(
  sql: Db,
  { user_id, cents, now, lock = false }: { user_id: string; cents: number; now: Date; lock?: boolean },
): Promise<Excess | null> {
  if (lock) {
    await sql`
      select from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner_id = ${user_id} order by b.account_id for update of b`;
  }
  const { tier, stored_cents, top_up_30d_cents } = await readMoney(sql, user_id, now);
  const { stored_balance_cents: stored, top_up_30d_cents: monthly } = tierLimits(tier);
  if (stored_cents + cents > stored) {
    const limit = `Your balance may be at most ${dollars(stored)} at your verification tier.`;
    return { limit, remedy: cents > stored ? null : 'Spend some of it' };
  }
  if (top_up_30d_cents + cents > monthly) {
    const limit = `You may add at most ${dollars(monthly)} within 30 days at your verification tier.`;
    return { limit, remedy: cents > monthly ? null : 'Wait until earlier payments are older than that' };
  }
  return null;
}

async function readMoney(sql: Db, user_id: string, now: Date): Promise<Money> {
  const [money] = await sql<Money[]>`
    select u.tier,
      (select coalesce(sum(b.balance_cents), 0)::bigint from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_id = u.id) as stored_cents,
      (select coalesce(sum(d.credited_cents), 0)::bigint from deposits d
        where d.user_id = u.id and d.credited_at > ${new Date(now.getTime() - WINDOW_MS)}) as top_up_30d_cents
    from users u where u.id = ${user_id}`;
  if (!money) throw new Error(`user ${user_id} is gone`);
  return money;
}
