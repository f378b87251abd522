import type { Suspense } from '#contracts/office/periods.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';

/** The first whole day of each next age: 8, 31 and 91 days. */
const [WEEK, MONTH, QUARTER] = [8, 31, 91];

/** What came in and is neither credited nor owed to anybody yet, by coin and by its age since it was first seen, in units. */
export async function readSuspense(sql: Db, now: Date): Promise<Omit<Suspense, 'worth_cents'>[]> {
  const since = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return sql<Omit<Suspense, 'worth_cents'>[]>`
    with open as (
      select coin, case when hold_reason is null then 'waiting' else 'held' end as part,
        amount_units - credited_units as units,
        first_seen_at as at
      from deposits where height is not null and credited_units < amount_units
      union all
      select coin, 'waiting', amount_units, first_seen_at from dust_deposits where height is not null
        and deposit_id is null
      union all
      select coin, 'unclaimed', amount_units, first_seen_at from unclaimed_deposits
      where height is not null and deposit_id is null)
    select coin, part, count(*) as deposits, sum(units)::text as units, min(at) as oldest_at,
      coalesce(sum(units) filter (where at > ${since(WEEK)}), 0)::text as week_units,
      coalesce(sum(units) filter (where at <= ${since(WEEK)} and at > ${since(MONTH)}), 0)::text as month_units,
      coalesce(sum(units) filter (where at <= ${since(MONTH)} and at > ${since(QUARTER)}), 0)::text as quarter_units,
      coalesce(sum(units) filter (where at <= ${since(QUARTER)}), 0)::text as older_units
    from open group by coin, part order by coin, array_position(array['held', 'waiting', 'unclaimed'], part)`;
}
