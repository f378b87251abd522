import type { Ctx } from '../../../ctx.ts';

/**
 * Sums the days from `from` up to and without `until` anew, days in UTC. An erasure clears the confirmation of an
 * address, but whoever was activated had confirmed it.
 */
export async function sumDays({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, from: string, until: string): Promise<void> {
  const day = (column: 'created_at') => sql`(${sql(column)} at time zone 'UTC')::date`;
  const within = () => sql`created_at >= ${from}::date and created_at < ${until}::date`;
  await sql`
    with days as (select generate_series(${from}::date, ${until}::date - 1, interval '1 day')::date as day),
    sold as (
      select ${day('created_at')} as day, count(*) as orders, sum(card_count) as cards, sum(total_cents) as sales_cents
      from orders where ${within()} group by 1),
    kept as (
      select ${day('created_at')} as day, sum(price_cents - cost_cents) as margin_cents,
        count(*) filter (where cost_cents is null) as uncosted_cards
      from order_lines where ${within()} and state in ('delivered', 'revealed') group by 1),
    moved as (
      select ${day('created_at')} as day,
        sum(amount_cents) filter (where kind in ('return', 'claim')) as refunded_cents,
        count(*) filter (where kind = 'top_up') as top_ups,
        sum(case kind when 'top_up' then amount_cents when 'top_up_reversal' then -amount_cents end) as top_up_cents
      from ledger_transfers where ${within()} and kind in ('return', 'claim', 'top_up', 'top_up_reversal') group by 1),
    joined as (
      select ${day('created_at')} as day, count(*) as registered,
        count(coalesce(email_verified_at, activated_at)) as confirmed, count(activated_at) as activated,
        count(*) filter (where exists (select from orders where user_id = u.id)) as bought
      from users u where ${within()} and role = 'buyer' group by 1),
    firsts as (
      select ${day('created_at')} as day, count(*) as new_buyers
      from orders where ${within()} and first_of_buyer group by 1)
    insert into daily_figures (day, computed_at, orders, cards, sales_cents, refunded_cents, margin_cents,
      uncosted_cards, top_ups, top_up_cents, registered, confirmed, activated, bought, new_buyers)
    select day, ${clock.now()}, coalesce(orders, 0), coalesce(cards, 0), coalesce(sales_cents, 0),
      coalesce(refunded_cents, 0),
      coalesce(margin_cents, 0), coalesce(uncosted_cards, 0), coalesce(top_ups, 0), coalesce(top_up_cents, 0),
      coalesce(registered, 0), coalesce(confirmed, 0), coalesce(activated, 0), coalesce(bought, 0),
      coalesce(new_buyers, 0)
    from days left join sold using (day) left join kept using (day) left join moved using (day)
    left join joined using (day)
      left join firsts using (day)
    order by day
    on conflict (day) do update
    set computed_at = excluded.computed_at, orders = excluded.orders, cards = excluded.cards,
      sales_cents = excluded.sales_cents, refunded_cents = excluded.refunded_cents,
      margin_cents = excluded.margin_cents,
      uncosted_cards = excluded.uncosted_cards, top_ups = excluded.top_ups, top_up_cents = excluded.top_up_cents,
      registered = excluded.registered, confirmed = excluded.confirmed, activated = excluded.activated,
      bought = excluded.bought, new_buyers = excluded.new_buyers`;
}
