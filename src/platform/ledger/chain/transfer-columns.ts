import type { Db } from '#platform/db/client.ts';

/** SQL for what the link of a transfer `t` between the accounts `d` and `c` covers. */
export const transferColumns = (sql: Db) => sql`
  d.kind as debit_kind, coalesce(d.owner_id, d.seller_id) as debit_owner,
  c.kind as credit_kind, coalesce(c.owner_id, c.seller_id) as credit_owner,
  t.amount_cents, t.kind, t.reference, t.unique_key, t.created_at::text as made_at`;
