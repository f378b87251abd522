import type { Sql } from '#platform/db/client.ts';

type Question = (sql: Sql) => PromiseLike<readonly Record<string, unknown>[]>;

/** SQL for what each account moved, added up from transfers alone. */
const moved = (sql: Sql) => sql`
  (select a.kind, a.owner_id, a.seller_id, a.id, sum(leg.cents) as cents
  from ledger_transfers t
  cross join lateral (values (t.credit_account_id, t.amount_cents), (t.debit_account_id, -t.amount_cents)) leg (account_id, cents)
  join ledger_accounts a on a.id = leg.account_id group by a.id)`;

/**
 * What every account must hold, worked out from orders, deposits, pre-orders, claims, adjustments, debts, sellers' lines and payouts
 * alone. Shares no code with the shop's own check, and asks in another way. Each question finds rows that contradict it.
 */
const QUESTIONS: Record<string, Question> = {
  'a buyer has another sum than their records say': (sql) => sql`
    with top_ups as (
      select d.user_id, sum(c.locked_cents + c.current_cents) as cents
      from deposit_credits c join deposits d on d.id = c.deposit_id where c.reversed_at is null group by 1),
    orders_of as (
      select o.id, o.user_id, sum(l.price_cents) as cost,
        coalesce(sum(l.price_cents) filter (where l.state in ('returned', 'refunded')), 0) as back,
        coalesce((select sum(cents) from balance_adjustments where order_id = o.id), 0) as hand
      from orders o join order_lines l on l.order_id = o.id group by o.id),
    shopping as (
      select user_id, sum(back - cost - case when hand > 0 then greatest(0, back + hand - cost) else 0 end) as cents
      from orders_of group by 1),
    by_hand as (select user_id, sum(cents) as cents from balance_adjustments group by 1),
    forgiven as (select user_id, sum(cents) as cents from debt_settlements where how = 'write_off' group by 1),
    granted as (
      select a.owner_id as user_id, sum(t.amount_cents) as cents
      from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id where t.kind = 'demo_grant' group by 1),
    sent_back as (select user_id, sum(amount_cents) as cents from top_up_returns where state = 'paid' group by 1),
    held as (select owner_id as user_id, sum(cents) as cents from ${moved(sql)} m where owner_id is not null group by 1)
    select u.username, coalesce(h.cents, 0)::text as has, (coalesce(t.cents, 0) + coalesce(s.cents, 0) + coalesce(b.cents, 0)
      + coalesce(f.cents, 0) + coalesce(g.cents, 0) - coalesce(r.cents, 0))::text as should_have
    from users u left join top_ups t on t.user_id = u.id left join shopping s on s.user_id = u.id
      left join by_hand b on b.user_id = u.id left join forgiven f on f.user_id = u.id
      left join granted g on g.user_id = u.id left join sent_back r on r.user_id = u.id left join held h on h.user_id = u.id
    where coalesce(h.cents, 0) <> coalesce(t.cents, 0) + coalesce(s.cents, 0) + coalesce(b.cents, 0)
      + coalesce(f.cents, 0) + coalesce(g.cents, 0) - coalesce(r.cents, 0)`,
  'another sum is set aside to go back': (sql) => sql`
    select u.username, m.cents::text as aside, w.cents::text as asked from users u
    cross join lateral (select coalesce(sum(m.cents), 0) as cents from ${moved(sql)} m
      where m.owner_id = u.id and m.kind = 'returning') m
    cross join lateral (select coalesce(sum(amount_cents), 0) as cents from top_up_returns
      where user_id = u.id and state in ('asked', 'approved')) w
    where m.cents <> w.cents`,
  'more went back of a top-up than it brought': (sql) => sql`
    select d.id, d.coin, d.credited_cents, sum(r.amount_cents)::text as back
    from top_up_returns r join deposits d on d.id = r.deposit_id
    where r.state in ('asked', 'approved', 'paid') and d.state = 'credited' group by d.id
    having sum(r.amount_cents) > d.credited_cents`,
  'pre-orders reserve another sum': (sql) => sql`
    select u.username, r.cents::text as reserved, w.cents::text as wished
    from users u
    cross join lateral (select coalesce(sum(m.cents), 0) as cents from ${moved(sql)} m
      where m.owner_id = u.id and m.kind = 'preorder_reserved') r
    cross join lateral (select coalesce(sum((quantity - filled) * highest_price_cents), 0) as cents from preorders
      where user_id = u.id and not notify_only and state in ('open', 'part_filled')) w
    where r.cents <> w.cents`,
  'a balance is shown that its transfers contradict': (sql) => sql`
    select m.kind, m.id, b.balance_cents, m.cents::text as moved from ledger_balances b
    join ${moved(sql)} m on m.id = b.account_id where b.balance_cents <> m.cents`,
  'an owner who owes has money': (sql) => sql`
    select d.owner_id, d.cents::text as owed, a.cents::text as available from ${moved(sql)} d
    join ${moved(sql)} a on a.owner_id = d.owner_id and a.kind = 'available'
    where d.kind = 'debt' and (d.cents > 0 or (d.cents < 0 and a.cents > 0))`,
  'a credit is no product of units and rate': (sql) => sql`
    select c.id, c.current_cents, c.locked_cents from deposit_credits c join deposits d on d.id = c.deposit_id
    join payments p on p.id = d.payment_id join rate_samples q on q.id = p.rate_id left join rate_samples r on r.id = c.rate_id
    where d.coin = 'ETH' and (c.locked_cents <> div(c.locked_units * q.usd_e8, 1e24)
      or c.current_cents <> coalesce(div(c.current_units * r.usd_e8, 1e24), 0))`,
  'an order contradicts its lines': (sql) => sql`
    select o.number, o.total_cents, o.refunded_cents from orders o cross join lateral (
      select sum(price_cents) as total, count(*) as cards,
        coalesce(sum(price_cents) filter (where state in ('returned', 'refunded')), 0) as back
      from order_lines where order_id = o.id) l
    where (o.total_cents, o.card_count, o.refunded_cents) is distinct from (l.total::bigint, l.cards::int, l.back::bigint)`,
  'a card was sold twice, or is sold to nobody': (sql) => sql`
    select c.id, c.state, count(l.id) as live from cards c
    left join order_lines l on l.card_id = c.id and l.state in ('delivered', 'revealed')
    where c.state in ('sold', 'available', 'paused') group by c.id
    having count(l.id) <> case when c.state = 'sold' then 1 else 0 end`,
  'a price of a seller is not split into share and commission': (sql) => sql`
    select l.id, l.price_cents, s.share_cents, s.commission_cents from order_lines l join batches b on b.id = l.batch_id
    left join seller_lines s on s.line_id = l.id
    where b.seller_id is not null and (s.line_id is null or s.share_cents + s.commission_cents <> l.price_cents
      or s.commission_cents <> round(l.price_cents * s.commission_bp / 10000.0)
      or (l.state in ('returned', 'refunded')) <> (s.state = 'reversed'))`,
  'a seller has another sum than their lines and payouts say': (sql) => sql`
    with lines as (
      select seller_id, coalesce(sum(share_cents) filter (where state = 'pending'), 0) as pending,
        coalesce(sum(reserve_cents) filter (where state = 'available' and reserve_released_at is null), 0) as reserved,
        coalesce(sum(share_cents) filter (where state = 'available'), 0)
          - coalesce(sum(charged_cents) filter (where state = 'reversed'), 0) as earned
      from seller_lines group by 1),
    paid as (
      select seller_id, coalesce(sum(amount_cents) filter (where state = 'approved'), 0) as paying,
        coalesce(sum(amount_cents) filter (where state = 'paid'), 0) as paid
      from seller_payouts group by 1),
    expected as (
      select s.id as seller_id, v.kind, v.cents from sellers s left join lines l on l.seller_id = s.id
      left join paid p on p.seller_id = s.id cross join lateral (values
        ('seller_pending', coalesce(l.pending, 0)), ('seller_reserved', coalesce(l.reserved, 0)),
        ('seller_available', coalesce(l.earned, 0) - coalesce(l.reserved, 0) - coalesce(p.paying, 0) - coalesce(p.paid, 0)),
        ('seller_paying', coalesce(p.paying, 0)), ('seller_paid', coalesce(p.paid, 0))) v (kind, cents))
    select e.seller_id, e.kind, e.cents::text as expected, coalesce(m.cents, 0)::text as has
    from expected e left join ${moved(sql)} m on m.seller_id = e.seller_id and m.kind = e.kind
    where e.cents <> coalesce(m.cents, 0)`,
  'an account of the shop holds another sum': (sql) => sql`
    with shares as (
      select coalesce(sum(price_cents) filter (where state <> 'reversed'), 0) as prices,
        coalesce(sum(commission_cents) filter (where state <> 'reversed' or returns_borne_by = 'seller'), 0) as commission
      from seller_lines),
    expected (kind, cents) as (
      select 'sales', coalesce(sum(price_cents) filter (where state in ('delivered', 'revealed')), 0) - (select prices from shares)
      from order_lines
      union all select 'commission', commission from shares
      union all select 'bad_debts', -coalesce(sum(cents), 0) from debt_settlements where how = 'write_off'
      union all select 'crypto_eth', (select coalesce(sum(amount_cents), 0) from top_up_returns where state = 'paid' and coin = 'ETH')
        - coalesce(sum(locked_cents + current_cents), 0) from deposit_credits where reversed_at is null
      union all select 'adjustments', (select coalesce(sum(amount_cents), 0) from ledger_transfers where kind = 'refund_set_off')
        - coalesce(sum(cents), 0) from balance_adjustments)
    select e.kind, e.cents::text as expected, coalesce(m.cents, 0)::text as has
    from expected e left join ${moved(sql)} m on m.kind = e.kind where e.cents <> coalesce(m.cents, 0)`,
};

/** Asks everything in one snapshot; a line for each row that contradicts. */
export async function findContradictions(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  await sql.begin('isolation level repeatable read read only', async (tx) => {
    for (const [what, ask] of Object.entries(QUESTIONS)) {
      const rows = await ask(tx as unknown as Sql);
      found.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
    }
  });
  return found;
}
