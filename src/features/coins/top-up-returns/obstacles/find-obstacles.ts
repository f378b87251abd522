import type { closingObstacles } from '#contracts/coins/top-up-returns.ts';
import type { Db } from '#platform/db/client.ts';

type Obstacle = (typeof closingObstacles)[number];

/** What stands against sending anything of an account back. */
export async function findObstacles(sql: Db, user_id: string): Promise<Obstacle[]> {
  const [found] = await sql<[Record<Obstacle, boolean>]>`
    select u.role <> 'buyer' as staff, u.erased_at is not null as erased,
      exists (select from embargoed_countries e where e.country = u.country) as embargoed,
      must_wait(u.id) or exists (
        select from deposits d where d.user_id = u.id and d.hold_reason in ('review', 'kept')) as held,
      exists (select from spending_blocks where user_id = u.id and lifted_at is null) or exists (
        select from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
        where a.owner_id = u.id and a.kind = 'debt'
        having sum(case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end) < 0) as blocked,
      exists (select from preorder_reserves where user_id = u.id) as preorders
    from users u where u.id = ${user_id}`;
  return (Object.keys(found) as Obstacle[]).filter((name) => found[name]);
}
