import type { Db } from '#platform/db/client.ts';

export interface Debt {
  owed_cents: number;
  available_cents: number;
}

/** What a user owes, and what there is to settle it from; undefined for nearly everybody, who never owed anything. */
export async function readDebt(sql: Db, user_id: string): Promise<Debt | undefined> {
  const [debt] = await sql<Debt[]>`
    select -account_sum(d.id) as owed_cents, b.balance_cents as available_cents
    from ledger_accounts d join ledger_accounts a on a.owner_id = d.owner_id and a.kind = 'available'
      join ledger_balances b on b.account_id = a.id
    where d.owner_id = ${user_id} and d.kind = 'debt'`;
  return debt;
}
