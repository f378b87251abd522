import type { Db, Fragment } from '#platform/db/client.ts';
import { salesOpenSince } from '../../../periods/sums/close-sale-days.ts';
import { moves, openSince } from '../../../periods/sums/moves.ts';

/**
 * SQL for what the shop's own accounts must hold by what was sold, shared, credited and sent back, by `kind` in `cents`: sales and
 * commission, debts written off, and for each coin what buyers were credited for it. Sales before `since` come from the sums of their days.
 */
const expectedSums = (sql: Db, since: string): Fragment => sql`(
  with days as (
    select coalesce(sum(price_cents), 0) as sold, coalesce(sum(shared_cents), 0) as shared,
      coalesce(sum(commission_cents), 0) as commission
    from sale_days where day < ${since}),
  lines as (select coalesce(sum(price_cents), 0) as sold from order_lines where created_at >= ${new Date(since)}),
  given_back as (
    select coalesce(sum(price_cents), 0) as cents from order_lines where state in ('returned', 'refunded')),
  shares as (
    select coalesce(sum(price_cents), 0) as shared, coalesce(sum(commission_cents), 0) as commission
    from seller_lines where sold_at >= ${new Date(since)}),
  reversed as (
    select coalesce(sum(price_cents), 0) as shared,
      coalesce(sum(commission_cents) filter (where returns_borne_by <> 'seller'), 0) as commission
    from seller_lines where state = 'reversed'),
  credited as (
    select d.coin, sum(c.locked_cents + c.current_cents) as cents
    from deposit_credits c join deposits d on d.id = c.deposit_id where c.reversed_at is null group by d.coin),
  sent_back as (select coin, sum(amount_cents) as cents from top_up_returns where state = 'paid' group by coin)
  select 'sales' as kind,
    days.sold + lines.sold - given_back.cents - (days.shared + shares.shared - reversed.shared) as cents
  from days, lines, given_back, shares, reversed
  union all select 'commission', days.commission + shares.commission - reversed.commission from days, shares, reversed
  union all select 'bad_debts', -coalesce(sum(cents) filter (where how = 'write_off'), 0) from debt_settlements
  union all
  select 'crypto_' || lower(coin), coalesce(s.cents, 0) - coalesce(c.cents, 0)
  from unnest(array['BTC', 'ETH', 'LTC']) as coins (coin) left join credited c using (coin)
    left join sent_back s using (coin))`;

/** What the shop's own accounts must hold, in cents; what their transfers come to isn't asked. */
export async function deriveHouse(sql: Db): Promise<{ kind: string; expected: number }[]> {
  const since = await salesOpenSince(sql);
  return sql`select kind, cents::bigint as expected from ${expectedSums(sql, since)} e order by kind`;
}

/** Names the shop's own accounts that hold something else by their transfers, those of earlier days by the sums of the days. */
export async function verifyHouse(sql: Db): Promise<string[]> {
  const [since, salesSince] = [await openSince(sql), await salesOpenSince(sql)];
  const wrong = await sql<{ kind: string; expected: number; posted: number }[]>`
    with moved as materialized (select debit_kind, credit_kind, cents from ${moves(sql, since)}),
    posted as (
      select kind, sum(cents) as cents from (
        select credit_kind as kind, cents from moved
        union all
        select debit_kind, -cents from moved) sides group by kind)
    select kind, e.cents::bigint as expected, coalesce(p.cents, 0)::bigint as posted
    from ${expectedSums(sql, salesSince)} e left join posted p using (kind)
    where e.cents <> coalesce(p.cents, 0) order by kind`;
  return wrong.map(
    ({ kind, expected, posted }) => `${kind} stands at ${posted}, and what caused it comes to ${expected}`,
  );
}
