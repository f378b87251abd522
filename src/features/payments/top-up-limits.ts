import type { Db } from '#platform/db/client.ts';
import { tierLimits } from '../tiers/tier-limits.ts';
import { dollars } from './amounts.ts';

const WINDOW_MS = 30 * 86_400_000;

interface Money {
  tier: number;
  stored_cents: number;
  top_up_30d_cents: number;
}

/**
 * Why a top-up of these cents would go over the user's tier, and what lifts that; null when it fits. With `lock` the
 * balance stays as it was read until the transaction ends.
 */
export async function overTopUpLimit(
  sql: Db,
  { user_id, cents, now, lock = false }: { user_id: string; cents: number; now: Date; lock?: boolean },
): Promise<string | null> {
  if (lock) {
    await sql`
      select from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner_id = ${user_id} order by b.account_id for update of b`;
  }
  const { tier, stored_cents, top_up_30d_cents } = await readMoney(sql, user_id, now);
  const limits = tierLimits(tier);
  if (stored_cents + cents > limits.stored_balance_cents) {
    return `Your balance may be at most ${dollars(limits.stored_balance_cents)} at your verification tier. Spend some of it, or verify your identity, to lift this.`;
  }
  if (top_up_30d_cents + cents > limits.top_up_30d_cents) {
    return `You may add at most ${dollars(limits.top_up_30d_cents)} within 30 days at your verification tier. Wait, or verify your identity, to lift this.`;
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
