import type { Db } from '#platform/db/client.ts';

interface HouseSum {
  kind: string;
  expected: number;
  posted: number;
}

/**
 * Derives what the shop's own accounts must hold from what was sold, shared, credited and sent back, in cents, beside what their
 * transfers come to: sales and commission, debts written off, and for each coin what buyers were credited for it.
 */
export const deriveHouse = (sql: Db): PromiseLike<HouseSum[]> => sql<HouseSum[]>`
  with shares as (
    select coalesce(sum(price_cents) filter (where state <> 'reversed'), 0) as prices,
      coalesce(sum(commission_cents) filter (where state <> 'reversed' or returns_borne_by = 'seller'), 0) as commission
    from seller_lines),
  sold as (select coalesce(sum(price_cents), 0) as cents from order_lines where state in ('delivered', 'revealed')),
  credited as (
    select d.coin, sum(c.locked_cents + c.current_cents) as cents
    from deposit_credits c join deposits d on d.id = c.deposit_id where c.reversed_at is null group by d.coin),
  sent_back as (select coin, sum(amount_cents) as cents from top_up_returns where state = 'paid' group by coin),
  expected as (
    select 'sales' as kind, sold.cents - shares.prices as cents from sold, shares
    union all select 'commission', commission from shares
    union all select 'bad_debts', -coalesce(sum(cents) filter (where how = 'write_off'), 0) from debt_settlements
    union all
    select 'crypto_' || lower(coin), coalesce(s.cents, 0) - coalesce(c.cents, 0)
    from unnest(array['BTC', 'ETH', 'LTC']) as coins (coin) left join credited c using (coin)
      left join sent_back s using (coin))
  select e.kind, e.cents::bigint as expected, coalesce(sum(account_sum(a.id)), 0)::bigint as posted
  from expected e left join ledger_accounts a on a.kind = e.kind
  group by e.kind, e.cents order by e.kind`;

/** Names the shop's own accounts that hold something else. */
export async function verifyHouse(sql: Db): Promise<string[]> {
  const wrong = (await deriveHouse(sql)).filter(({ expected, posted }) => expected !== posted);
  return wrong.map(
    ({ kind, expected, posted }) => `${kind} stands at ${posted}, and what caused it comes to ${expected}`,
  );
}
