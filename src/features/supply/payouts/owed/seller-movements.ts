import type { Db } from '#platform/db/client.ts';

/** SQL for every transfer that changed what a seller is owed, signed. What moves between their own accounts doesn't. */
export const sellerMovements = (sql: Db, seller_id: string) => sql`
  select t.id, t.created_at, t.kind, t.reference, t.amount_cents
  from ledger_accounts a
  cross join lateral (
    select id, created_at, kind, reference, amount_cents, debit_account_id as other
    from ledger_transfers where credit_account_id = a.id
    union all
    select id, created_at, kind, reference, -amount_cents, credit_account_id
    from ledger_transfers where debit_account_id = a.id) as t
  join ledger_accounts o on o.id = t.other
  where a.seller_id = ${seller_id} and (o.seller_id is distinct from a.seller_id or o.kind = 'seller_paid')`;
