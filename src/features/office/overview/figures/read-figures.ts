import type { Overview } from '#contracts/office/overview.ts';
import type { Db } from '#platform/db/client.ts';

interface Money {
  sales: boolean;
  top_ups: boolean;
}

type Sums = NonNullable<Overview['sales']> &
  NonNullable<Overview['top_ups']> &
  Overview['people'] & { as_of: string | null; summed: number };

/** A month of daily sums at most, and how many days have some, without the money that who asks may not read. */
export async function readFigures(
  sql: Db,
  { from, to }: { from: string; to: string },
  may: Money,
): Promise<{ as_of: string | null; summed: number; figures: NonNullable<Overview['before']> }> {
  const columns = [
    'orders',
    'cards',
    'sales_cents',
    'refunded_cents',
    'margin_cents',
    'uncosted_cards',
    'top_ups',
    'top_up_cents',
    'registered',
    'confirmed',
    'activated',
    'bought',
    'new_buyers',
  ];
  const sums = columns.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join();
  const [[totals], days] = await Promise.all([
    sql<[Sums]>`
      select max(computed_at) as as_of, count(*) as summed, ${sql.unsafe(sums)} from daily_figures where day between ${from} and ${to}`,
    sql<Overview['days']>`
      select each::date as day, coalesce(orders, 0) as orders, coalesce(registered, 0) as registered,
        case when ${may.sales} then coalesce(sales_cents, 0) end as sales_cents,
        case when ${may.top_ups} then coalesce(top_up_cents, 0) end as top_up_cents
      from generate_series(${from}::date, ${to}::date, interval '1 day') as each
      left join daily_figures f on f.day = each::date order by each`,
  ]);
  const { as_of, summed, orders, cards, sales_cents, refunded_cents, margin_cents, uncosted_cards } = totals;
  const { top_ups, top_up_cents, registered, confirmed, activated, bought, new_buyers } = totals;
  return {
    as_of,
    summed,
    figures: {
      from,
      to,
      sales: may.sales ? { orders, cards, sales_cents, refunded_cents, margin_cents, uncosted_cards } : null,
      top_ups: may.top_ups ? { top_ups, top_up_cents } : null,
      people: { registered, confirmed, activated, bought, new_buyers },
      days: [...days],
    },
  };
}
