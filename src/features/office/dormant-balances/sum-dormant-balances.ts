import type { Reply } from '#contracts/call.ts';
import {
  type sumDormantBalances as contract,
  DORMANT_MONTHS,
  type DormantSum,
} from '#contracts/office/dormant-balances.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { monthsAgo, owedBuyers } from './dormant/select-dormant.ts';

/** Of each number of months: whoever is dormant for 36 counts among those for 12, too. */
export async function sumDormantBalances({ sql, clock }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const now = clock.now();
  const data = await sql<DormantSum[]>`
    with owed as materialized (${owedBuyers(sql)})
    select m.months, count(o.owner_id) as buyers, coalesce(sum(o.balance_cents), 0)::bigint as cents
    from unnest(${[...DORMANT_MONTHS]}::int[]) m (months)
    left join owed o on o.moved_at <= ${monthsAgo(sql, now, 0)} - make_interval(months => m.months)
    group by m.months order by m.months`;
  return { data: [...data] };
}
