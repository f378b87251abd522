import type { Db } from '#platform/db/client.ts';

/** SQL for every movement of a user's balance, signed from the buyer's point of view. */
export const balanceMovements = (sql: Db, user_id: string) => sql`
  select t.id, t.created_at, t.kind, t.reference, t.unique_key,
    case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end as amount_cents
  from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
  where a.owner_id = ${user_id} and a.kind = 'available'`;

/** The month of a time in UTC, such as 2026-11. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** The start of a month in UTC, or of the month `after` months later. */
export function monthStart(month: string, after = 0): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + after, 1));
}
