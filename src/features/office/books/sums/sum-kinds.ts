import type { AccountKind } from '#contracts/office/books.ts';
import type { Db } from '#platform/db/client.ts';
import { moves, openSince } from '../../periods/sums/moves.ts';

/** Every kind of account with what came in, what went out and the rest; or one of them. */
export async function sumKinds(sql: Db, only?: string): Promise<AccountKind[]> {
  const since = await openSince(sql);
  const rows = await sql<AccountKind[]>`
    with moved as materialized (select * from ${moves(sql, since)}),
    sums as (
      select kind, sum(debited)::bigint as debited_cents, sum(credited)::bigint as credited_cents
      from (select debit_kind as kind, cents as debited, 0 as credited from moved
        union all select credit_kind, 0, cents from moved) sided
      where ${only === undefined ? sql`true` : sql`kind = ${only}`} group by kind)
    select kind, debited_cents, credited_cents, credited_cents - debited_cents as balance_cents,
      case when kind like 'seller\\_%' then 'seller'
        when (select a.owner_id from ledger_accounts a where a.kind = sums.kind order by a.id limit 1) is not null
          then 'user'
        else 'house' end as side
    from sums`;
  const order = { user: 0, seller: 1, house: 2 };
  return rows.toSorted((a, b) => order[a.side] - order[b.side] || a.kind.localeCompare(b.kind));
}
