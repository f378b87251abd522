import type { MonthState } from '#contracts/office/periods.ts';
import type { Db } from '#platform/db/client.ts';

export interface MonthRow extends MonthState {
  /** Of its closing. */
  id: string | null;
}

interface Row extends Omit<MonthRow, 'closing'> {
  closed_at: string;
  closed_by: string | null;
  transfers: number;
}

/** The months from the first transfer on, newest first, by the database's clock, which dates the transfers. */
export async function readMonths(sql: Db): Promise<MonthRow[]> {
  const rows = await sql<Row[]>`
    with span as (
      select date_trunc('month',
        (select created_at from ledger_transfers order by created_at limit 1) at time zone 'UTC')::date as first,
        date_trunc('month', now() at time zone 'UTC')::date as present,
        (select max(month) from month_closings where reopened_at is null) as closed),
    listed as (select first, closed, generate_series(first, present, interval '1 month')::date as month from span)
    select to_char(l.month, 'YYYY-MM') as month, c.id, c.closed_at, c.transfers,
      case when c.id is not null then 'closed'
        when (l.month + interval '1 month') at time zone 'UTC' > now() - interval '1 hour' then 'running'
        else 'open' end as state,
      l.month = coalesce((l.closed + interval '1 month')::date, l.first) as next,
      l.month is not distinct from l.closed as last,
      (select u.username from audit_entries e join users u on u.id = e.actor_id
        where e.action = 'books.month_closed' and e.subject = c.id::text order by e.id limit 1) as closed_by
    from listed l left join month_closings c on c.month = l.month and c.reopened_at is null
    order by l.month desc`;
  return rows.map(({ closed_at, closed_by, transfers, ...row }) => ({
    ...row,
    closing: row.id === null ? null : { at: closed_at, by: closed_by, transfers },
  }));
}
