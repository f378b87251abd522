import type { Input, Reply } from '#contracts/call.ts';
import type { getDeskReport as contract, DeskPoint } from '#contracts/office/desk-report.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { utcDay } from '../overview/figures/utc-day.ts';

type Sums = DeskPoint & { as_of: string | null };

const DAYS = 30;
const WEEKS_BEFORE = 12;

/** A month of days or 13 weeks of the desk, from sums of each day. */
export async function getDeskReport(
  { sql, clock }: Ctx,
  _actor: Actor,
  { query: { by = 'day' } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = clock.now();
  const [today, from] = [utcDay(now, 0), utcDay(now, 1 - DAYS)];
  const sums = await sql<Sums[]>`
    select date_trunc(${by}, each)::date as at, max(computed_at) as as_of,
      coalesce(sum(opened), 0)::bigint as opened,
      coalesce(sum(answered), 0)::bigint as answered, coalesce(sum(answered_in_time), 0)::bigint as answered_in_time,
      round(sum(answer_ms) / nullif(sum(answered), 0) / 60000)::bigint as answer_minutes,
      coalesce(sum(solved), 0)::bigint as solved, coalesce(sum(solved_in_time), 0)::bigint as solved_in_time,
      round(sum(solve_ms) / nullif(sum(solved), 0) / 60000)::bigint as solve_minutes,
      coalesce(sum(rated_good), 0)::bigint as rated_good, coalesce(sum(rated_bad), 0)::bigint as rated_bad
    from generate_series(
      case when ${by} = 'day' then ${from}::date
        else date_trunc('week', ${today}::date)::date - ${WEEKS_BEFORE * 7}::int end,
      ${today}::date, interval '1 day') as each
    left join desk_figures f on f.day = each::date group by 1 order by 1`;
  const as_of = sums.reduce<string | null>(
    (latest, one) => (one.as_of && one.as_of > (latest ?? '') ? one.as_of : latest),
    null,
  );
  return { data: { as_of, points: sums.map(({ as_of: _, ...point }) => point) } };
}
