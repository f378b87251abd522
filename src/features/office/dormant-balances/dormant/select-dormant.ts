import { DORMANT_MONTHS, type DormantBalance } from '#contracts/office/dormant-balances.ts';
import type { Db } from '#platform/db/client.ts';
import type { Cursor, KeysetOrder } from '#platform/db/keyset.ts';

export type DormantRow = DormantBalance & { sorted_at: string };

/** The last movement with microseconds, then the buyer. */
export const ORDER: KeysetOrder = { name: 'dormant_balances', kinds: ['timestamp', 'uuid'] };
export const keyOf = ({ sorted_at, user }: DormantRow) => [sorted_at, user.id];

/** SQL for buyers to whom something is owed, with the last transfer on any of their accounts. */
export const owedBuyers = (sql: Db) => sql`
  select a.owner_id, sum(b.balance_cents)::bigint as balance_cents, max(m.at) as moved_at
  from ledger_accounts a join ledger_balances b on b.account_id = a.id
  cross join lateral (
    select greatest(
      (select created_at from ledger_transfers where credit_account_id = a.id order by id desc limit 1),
      (select created_at from ledger_transfers where debit_account_id = a.id order by id desc limit 1)) as at) m
  where a.owner_id is not null and a.kind in (select kind from owed_kinds)
  group by a.owner_id having sum(b.balance_cents) > 0`;

/** SQL for the time before which nothing may have moved: as many months of the calendar ago (UTC). */
export const monthsAgo = (sql: Db, now: Date, months: number) =>
  sql`((${now}::timestamptz at time zone 'UTC' - make_interval(months => ${months}::int)) at time zone 'UTC')`;

/** The next balances that nothing moved for so many months, the longest first; or the other way round on the way back. */
export function selectDormant(
  sql: Db,
  { months = String(DORMANT_MONTHS[0]), now }: { months?: string | undefined; now: Date },
  cursor: Cursor | undefined,
  limit: number,
) {
  const back = cursor?.direction === 'prev';
  const [at, id] = cursor?.values ?? [];
  return sql<DormantRow[]>`
    select jsonb_build_object('id', u.id, 'username', u.username) as user, d.balance_cents, d.moved_at,
      to_char(d.moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sorted_at
    from (${owedBuyers(sql)}) d join users u on u.id = d.owner_id
    where d.moved_at <= ${monthsAgo(sql, now, Number(months))}
      and ${cursor ? sql`(d.moved_at, u.id) ${back ? sql`<` : sql`>`} (${at!}::timestamptz, ${id!}::uuid)` : sql`true`}
    order by d.moved_at ${back ? sql`desc` : sql``}, u.id ${back ? sql`desc` : sql``} limit ${limit}`;
}
