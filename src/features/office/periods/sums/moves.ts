import { DAY_MS } from '#contracts/time-units.ts';
import type { Db, Fragment } from '#platform/db/client.ts';

/** The first and the last day that count, as ISO dates (UTC). */
export interface Days {
  from: string;
  to: string;
}

/** Since when the transfers are in no sum of a day yet. Asked first: a planner that knows it reads no more than those. */
export async function openSince(sql: Db): Promise<string> {
  const [row] = await sql<{ day: string }[]>`select coalesce(max(day) + 1, '1970-01-01') as day from ledger_days`;
  return row!.day;
}

/**
 * SQL for what moved between kinds of accounts, a day at a time: `day`, `debit_kind`, `credit_kind`, `kind`, `transfers` and
 * `cents`. Days before `since` come from their sums, so that only the transfers from then on are counted.
 */
export function moves(sql: Db, since: string, days?: Days): Fragment {
  const from = days && days.from > since ? days.from : since;
  const end = days ? new Date(Date.parse(days.to) + DAY_MS) : null;
  return sql`(
    select day, debit_kind, credit_kind, kind, transfers, cents from ledger_days
    where day < ${since} and ${days ? sql`day between ${days.from} and ${days.to}` : sql`true`}
    union all
    select (t.created_at at time zone 'UTC')::date, d.kind, c.kind, t.kind, count(*), sum(t.amount_cents)::bigint
    from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
    where t.created_at >= ${new Date(from)} and ${end ? sql`t.created_at < ${end}` : sql`true`}
    group by 1, d.kind, c.kind, t.kind) moves`;
}
