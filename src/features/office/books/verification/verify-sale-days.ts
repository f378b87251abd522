import type { Db } from '#platform/db/client.ts';

/** A piece ends with the day that brings it to so many cards, or after so many days. */
const CARDS = 100_000;
const DAYS = 31;

/** Derives what was sold on the next days that are over from the lines of orders and shares again, also on days without a sum. */
export async function verifySaleDays(sql: Db, after: string): Promise<{ last: string | null; problems: string[] }> {
  const [piece] = await sql<{ last: string | null }[]>`
    with days as (select day, lines from sale_days where day > ${after} order by day limit ${DAYS}),
    counted as (select day, coalesce(sum(lines) over (
      order by day rows between unbounded preceding and 1 preceding), 0) as before from days)
    select max(day)::text as last from counted where before < ${CARDS}`;
  const { last } = piece!;
  if (last === null) return { last, problems: [] };
  const from = sql`(${after}::date + 1)::timestamp at time zone 'UTC'`;
  const end = sql`(${last}::date + 1)::timestamp at time zone 'UTC'`;
  const wrong = await sql<{ day: string; stored: number; derived: number }[]>`
    with sold as (
      select (created_at at time zone 'UTC')::date as day, count(*) as lines, sum(price_cents) as cents from order_lines
      where created_at >= ${from} and created_at < ${end} group by 1),
    shared as (
      select (sold_at at time zone 'UTC')::date as day, sum(price_cents) as cents,
        sum(commission_cents) as commission_cents
      from seller_lines where sold_at >= ${from} and sold_at < ${end} group by 1),
    derived as (
      select day, coalesce(l.lines, 0) as lines, coalesce(l.cents, 0) as cents, coalesce(s.cents, 0) as shared_cents,
        coalesce(s.commission_cents, 0) as commission_cents
      from sold l full join shared s using (day)),
    stored as (select * from sale_days where day > ${after} and day <= ${last})
    select day::text as day, coalesce(s.price_cents, 0) as stored, coalesce(d.cents, 0)::bigint as derived
    from stored s full join derived d using (day)
    where (s.lines, s.price_cents, s.shared_cents, s.commission_cents)
      is distinct from (d.lines, d.cents, d.shared_cents, d.commission_cents) order by day limit 100`;
  const problems = wrong.map(({ day, stored, derived }) =>
    stored === derived
      ? `what was sold on ${day} is summed up with other shares of sellers, or for another number of cards`
      : `what was sold on ${day} is summed up to ${stored} but derives to ${derived}`,
  );
  return { last, problems };
}
