import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { closeDays } from './close-days.ts';

/** Sums up each day that is over, so that sums over months and years read a few rows for each day. */
export const closeLedgerDays = ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>): Promise<void> =>
  closeDays(
    clock,
    () => findDue(sql),
    (day) => closeDay(sql, day),
  );

/** By the database's clock, which dates the transfers. After an hour, none that began that day can still commit. */
async function findDue(sql: Db): Promise<string | undefined> {
  const [due] = await sql<{ day: string }[]>`
    with since as (select (max(day) + 1)::timestamp at time zone 'UTC' as at from ledger_days),
    next as (
      select (created_at at time zone 'UTC')::date as day from ledger_transfers
      where created_at >= coalesce((select at from since), '-infinity') order by created_at limit 1)
    select day from next where (day + 1)::timestamp at time zone 'UTC' < now() - interval '1 hour'`;
  return due?.day;
}

/** A planner that is given the day reads no more than its transfers. */
async function closeDay(sql: Db, day: string): Promise<void> {
  const from = new Date(day);
  await sql`
    insert into ledger_days (day, debit_kind, credit_kind, kind, transfers, cents)
    select ${day}::date, d.kind, c.kind, t.kind, count(*), sum(t.amount_cents)
    from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where t.created_at >= ${from} and t.created_at < ${new Date(from.getTime() + DAY_MS)}
    group by d.kind, c.kind, t.kind
    on conflict do nothing`;
}
