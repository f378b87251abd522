import type { Ctx } from '../../../ctx.ts';

/** Sums the desk's days from `from` up to and without `until` anew, days in UTC. */
export async function sumDeskDays(
  { sql, clock }: Pick<Ctx, 'sql' | 'clock'>,
  from: string,
  until: string,
): Promise<void> {
  const day = (column: string) => sql`(${sql(column)} at time zone 'UTC')::date`;
  const within = (column: string) => sql`${sql(column)} >= ${from}::date and ${sql(column)} < ${until}::date`;
  await sql`
    with days as (select generate_series(${from}::date, ${until}::date - 1, interval '1 day')::date as day),
    opened as (select ${day('created_at')} as day, count(*) as opened from tickets
      where ${within('created_at')} group by 1),
    answered as (
      select ${day('first_answered_at')} as day, count(*) as answered, sum(answer_ms) as answer_ms,
        count(*) filter (where answer_in_time) as answered_in_time
      from tickets where ${within('first_answered_at')} and answer_ms is not null group by 1),
    solved as (
      select ${day('solved_at')} as day, count(*) as solved, sum(solve_ms) as solve_ms,
        count(*) filter (where solve_in_time) as solved_in_time
      from tickets where ${within('solved_at')} and status >= 4 and solve_ms is not null group by 1),
    rated as (
      select ${day('created_at')} as day, count(*) filter (where good) as rated_good,
        count(*) filter (where not good) as rated_bad
      from ticket_ratings where ${within('created_at')} group by 1)
    insert into desk_figures (day, computed_at, opened, answered, answered_in_time, answer_ms, solved,
      solved_in_time, solve_ms, rated_good, rated_bad)
    select day, ${clock.now()}, coalesce(opened, 0), coalesce(answered, 0), coalesce(answered_in_time, 0),
      coalesce(answer_ms, 0),
      coalesce(solved, 0), coalesce(solved_in_time, 0), coalesce(solve_ms, 0),
      coalesce(rated_good, 0), coalesce(rated_bad, 0)
    from days left join opened using (day) left join answered using (day) left join solved using (day)
    left join rated using (day)
    order by day
    on conflict (day) do update
    set computed_at = excluded.computed_at, opened = excluded.opened, answered = excluded.answered,
      answered_in_time = excluded.answered_in_time, answer_ms = excluded.answer_ms, solved = excluded.solved,
      solved_in_time = excluded.solved_in_time, solve_ms = excluded.solve_ms, rated_good = excluded.rated_good,
      rated_bad = excluded.rated_bad`;
}
