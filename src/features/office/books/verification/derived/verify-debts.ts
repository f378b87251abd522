import type { Db } from '#platform/db/client.ts';

/**
 * Names accounts that owe the shop something and may spend all the same: a debt comes with a block that only its end lifts. And
 * those of whose debts more was settled than they owed.
 */
export async function verifyDebts(sql: Db): Promise<string[]> {
  const wrong = await sql<{ owner_id: string; cents: number }[]>`
    select d.owner_id, d.cents
    from (select owner_id, -account_sum(id) as cents from ledger_accounts where kind = 'debt') d
    where d.cents < 0 or (d.cents > 0 and not exists (
      select from spending_blocks b where b.user_id = d.owner_id and b.lifted_at is null))
    order by d.owner_id limit 100`;
  return wrong.map(({ owner_id, cents }) =>
    cents < 0
      ? `${owner_id} paid ${-cents} cents more than was owed`
      : `${owner_id} owes ${cents} cents, and spending isn't blocked`,
  );
}
