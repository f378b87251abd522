import type { Db } from '#platform/db/client.ts';

/** A piece ends with the day that brings it to so many transfers, or after so many days. */
const TRANSFERS = 100_000;
const DAYS = 31;

/**
 * Derives the sums of the next days that are over from their transfers again, with those of days in between that have no sum; `last`
 * is null after the last of them.
 */
export async function verifyDays(sql: Db, after: string): Promise<{ last: string | null; problems: string[] }> {
  const [piece] = await sql<{ last: string | null }[]>`
    with days as (
      select day, sum(transfers) as transfers from ledger_days
      where day in (select distinct day from ledger_days where day > ${after} order by day limit ${DAYS}) group by day),
    counted as (select day, coalesce(sum(transfers) over (
      order by day rows between unbounded preceding and 1 preceding), 0) as before from days)
    select max(day)::text as last from counted where before < ${TRANSFERS}`;
  const { last } = piece!;
  if (last === null) return { last, problems: [] };
  const wrong = await sql<{ day: string; kind: string; stored: number; derived: number }[]>`
    with derived as (
      select (t.created_at at time zone 'UTC')::date as day, d.kind as debit_kind, c.kind as credit_kind, t.kind,
        count(*) as transfers, sum(t.amount_cents) as cents
      from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
      where t.created_at >= (${after}::date + 1)::timestamp at time zone 'UTC'
        and t.created_at < (${last}::date + 1)::timestamp at time zone 'UTC'
      group by 1, 2, 3, 4),
    stored as (select * from ledger_days where day > ${after} and day <= ${last})
    select day::text as day, kind, coalesce(s.cents, 0) as stored, coalesce(r.cents, 0)::bigint as derived
    from stored s full join derived r using (day, debit_kind, credit_kind, kind)
    where (s.cents, s.transfers) is distinct from (r.cents, r.transfers) order by day, kind limit 100`;
  const problems = wrong.map(
    ({ day, kind, stored, derived }) => `${kind} of ${day} is summed up to ${stored} but derives to ${derived}`,
  );
  return { last, problems };
}
