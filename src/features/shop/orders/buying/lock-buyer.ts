import { DAY_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';

export interface Buyer {
  balance_cents: number;
  /** Spent in the last 24 hours, refunds deducted; at tier 0 together with linked accounts. */
  spent_cents: number;
  blocked: boolean;
  signed_up_at: string;
  /** The terms changed since the buyer accepted them. */
  terms_pending: boolean;
  /** As the buyer said; null if they didn't. */
  country: string | null;
  embargoed: boolean;
}

/** Locks a buyer's balance, at which all their purchases queue, and their group's, and reads what limits them. */
export async function lockBuyer(sql: Tx, user_id: string, now: Date): Promise<Buyer> {
  // The sum needs a snapshot taken after the lock, so it is a separate statement; all share one round trip.
  const [[balance], , [spent]] = await Promise.all([
    sql<{ balance_cents: number }[]>`
      select b.balance_cents from ledger_balances b join ledger_accounts a on a.id = b.account_id
      where a.owner_id = ${user_id} and a.kind = 'available' for update of b`,
    sql`select lock_account_group(${user_id})`,
    sql<Omit<Buyer, 'balance_cents'>[]>`
      select coalesce(sum(total_cents - refunded_cents), 0)::bigint as spent_cents,
        exists (select from spending_blocks where user_id = ${user_id} and lifted_at is null)
          or must_wait(${user_id}) or exists (select from account_closings where user_id = ${user_id}) as blocked,
        (select created_at from users where id = ${user_id}) as signed_up_at,
        (select terms_pending(u, ${now}) from users u where u.id = ${user_id}) as terms_pending,
        (select country from users where id = ${user_id}) as country,
        exists (select from users u join embargoed_countries e on e.country = u.country
          where u.id = ${user_id}) as embargoed
      from orders
      where user_id = any(array(select limit_peers(${user_id}))) and created_at > ${new Date(now.getTime() - DAY_MS)}`,
  ]);
  return { balance_cents: balance?.balance_cents ?? 0, ...spent! };
}
