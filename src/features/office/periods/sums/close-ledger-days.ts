import type { Ctx } from '../../../ctx.ts';

/** The most days summed in one go; the rest follows at the next. */
const MAX_DAYS = 400;

/** Sums up each day that is over, so that sums over months and years read a few rows for each day. */
export async function closeLedgerDays({ sql }: Ctx): Promise<void> {
  for (let closed = 0; closed < MAX_DAYS; closed++) {
    // By the database's clock, which dates the transfers. After an hour, none that began that day can still commit.
    const { count } = await sql`
      with since as (select (max(day) + 1)::timestamp at time zone 'UTC' as at from ledger_days),
      due as (
        select (created_at at time zone 'UTC')::date as day from ledger_transfers
        where created_at >= coalesce((select at from since), '-infinity') order by created_at limit 1)
      insert into ledger_days (day, debit_kind, credit_kind, kind, transfers, cents)
      select due.day, d.kind, c.kind, t.kind, count(*), sum(t.amount_cents)
      from due join ledger_transfers t on t.created_at >= due.day::timestamp at time zone 'UTC'
        and t.created_at < (due.day + 1)::timestamp at time zone 'UTC'
      join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
      where (due.day + 1)::timestamp at time zone 'UTC' < now() - interval '1 hour'
      group by due.day, d.kind, c.kind, t.kind
      on conflict do nothing`;
    if (count === 0) return;
  }
}
