import type { Db } from '#platform/db/client.ts';

/** Names accounts that owe the shop something and may spend all the same: a debt comes with a block that only its payment lifts. */
export async function verifyDebts(sql: Db): Promise<string[]> {
  const owing = await sql<{ owner_id: string; cents: number }[]>`
    select a.owner_id, -account_sum(a.id) as cents from ledger_accounts a
    where a.kind = 'debt' and account_sum(a.id) < 0
      and not exists (select from spending_blocks b where b.user_id = a.owner_id and b.lifted_at is null)
    order by a.owner_id limit 100`;
  return owing.map(({ owner_id, cents }) => `${owner_id} owes ${cents} cents, and spending isn't blocked`);
}
