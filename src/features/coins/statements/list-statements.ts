import type { Reply } from '#contracts/call.ts';
import type { listStatements as contract } from '#contracts/coins/statements.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { balanceMovements } from './read-movements.ts';

/** Ten years; older months can still be requested one by one. */
const MONTHS = 120;

export async function listStatements(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const data = await sql<Reply<typeof contract>['data']>`
    with moved as (
      select date_trunc('month', created_at) as month, count(*) as movements,
        sum(amount_cents) filter (where amount_cents > 0) as in_cents,
        -sum(amount_cents) filter (where amount_cents < 0) as out_cents, sum(amount_cents) as change
      from (${balanceMovements(sql, actor.user.id)}) movements group by 1
    ), months as (
      select generate_series(
        date_trunc('month', least((select created_at from users where id = ${actor.user.id}),
          (select min(month) from moved))),
        date_trunc('month', ${ctx.clock.now()}::timestamptz), '1 month') as month
    ), monthly as (
      select months.month, coalesce(movements, 0)::bigint as movements, coalesce(in_cents, 0)::bigint as in_cents,
        coalesce(out_cents, 0)::bigint as out_cents, coalesce(change, 0) as change,
        sum(coalesce(change, 0)) over (order by months.month) as closing
      from months left join moved using (month)
    )
    select to_char(month, 'YYYY-MM') as month, (closing - change)::bigint as opening_cents, in_cents, out_cents,
      closing::bigint as closing_cents, movements
    from monthly order by month desc limit ${MONTHS}`;
  return { data: [...data] };
}
