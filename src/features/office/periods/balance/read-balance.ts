import type { BalanceRow } from '#contracts/office/periods.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { type Days, moves, openSince } from '../sums/moves.ts';

/** Every kind of account that had moved by the end of a period: its balance before, what moved, and its balance after. */
export async function readBalance(sql: Db, days: Days): Promise<readonly BalanceRow[]> {
  const since = await openSince(sql);
  const before = { from: '1970-01-01', to: new Date(Date.parse(days.from) - DAY_MS).toISOString().slice(0, 10) };
  return sql<BalanceRow[]>`
    with earlier as materialized (select debit_kind, credit_kind, cents from ${moves(sql, since, before)}),
    moved as materialized (select debit_kind, credit_kind, cents from ${moves(sql, since, days)}),
    legs (kind, opening, debited, credited) as (
      select debit_kind, -cents, 0, 0 from earlier union all select credit_kind, cents, 0, 0 from earlier
      union all select debit_kind, 0, cents, 0 from moved union all select credit_kind, 0, 0, cents from moved)
    select k.kind, k.belongs_to as side, n.number, sum(opening)::bigint as opening_cents,
      sum(debited)::bigint as debited_cents,
      sum(credited)::bigint as credited_cents, sum(opening - debited + credited)::bigint as closing_cents
    from legs join account_kinds k on k.kind = legs.kind left join account_numbers n
      on n.kind = k.kind and n.proposal_id = (select proposal_id from account_charts order by at desc limit 1)
    group by k.kind, k.belongs_to, n.number
    order by n.number, array_position(array['user', 'seller', 'house'], k.belongs_to), k.kind`;
}
