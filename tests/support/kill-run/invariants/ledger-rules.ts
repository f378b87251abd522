import type { Rule } from './rule.ts';

/** The books by themselves. */
export const ledgerRules: Record<string, Rule> = {
  transfers_sum_to_zero: (sql) => sql`
    with entries as (
      select credit_account_id as account_id, amount_cents as cents from ledger_transfers
      union all select debit_account_id, -amount_cents from ledger_transfers
    )
    select format('transfer %s doesn''t move money between two accounts', t.id) as detail
    from ledger_transfers t
      left join ledger_accounts d on d.id = t.debit_account_id left join ledger_accounts c on c.id = t.credit_account_id
    where t.amount_cents <= 0 or d.id is null or c.id is null or d.id = c.id
    union all
    select format('the entries of all accounts sum to %s', sum(cents))
    from entries e join ledger_accounts a on a.id = e.account_id having sum(cents) <> 0`,

  balances_equal_entries: (sql) => sql`
    with sums as (
      select account_id, sum(cents) as cents from (
        select credit_account_id as account_id, amount_cents as cents from ledger_transfers
        union all select debit_account_id, -amount_cents from ledger_transfers
      ) entries group by account_id
    )
    select format('%s of %s stands at %s; its entries sum to %s', a.kind, a.owner_id, b.balance_cents, coalesce(s.cents, 0)) as detail
    from ledger_accounts a left join ledger_balances b on b.account_id = a.id left join sums s on s.account_id = a.id
    where b.balance_cents <> coalesce(s.cents, 0) or (a.limited and b.balance_cents is null)`,

  no_balance_below_zero: (sql) => sql`
    select format('account %s stands at %s', account_id, balance_cents) as detail from ledger_balances where balance_cents < 0`,

  one_charge_per_order: (sql) => sql`
    select format('order %s over %s was charged %s times, %s in all', o.id, o.total_cents, count(t.id), sum(t.amount_cents)) as detail
    from orders o
      left join ledger_accounts a on a.owner_id = o.user_id and a.kind = 'available'
      left join ledger_transfers t on t.reference = o.id and t.kind = 'order' and t.debit_account_id = a.id
    group by o.id having count(t.id) <> 1 or sum(t.amount_cents) <> o.total_cents
    union all
    select format('charge %s has no order', t.id) from ledger_transfers t left join orders o on o.id = t.reference
    where t.kind = 'order' and o.id is null`,

  one_refund_per_returned_card: (sql) => sql`
    select format('line %s (%s) over %s was refunded %s times, %s in all', l.id, l.state, l.price_cents, count(t.id), sum(t.amount_cents)) as detail
    from order_lines l join orders o on o.id = l.order_id
      left join ledger_accounts a on a.owner_id = o.user_id and a.kind = 'available'
      left join ledger_transfers t on t.reference = l.id and t.kind = 'return' and t.credit_account_id = a.id
    group by l.id
    having count(t.id) <> case when l.state = 'returned' then 1 else 0 end
      or coalesce(sum(t.amount_cents), 0) <> case when l.state = 'returned' then l.price_cents else 0 end
    union all
    select format('refund %s has no line', t.id) from ledger_transfers t left join order_lines l on l.id = t.reference
    where t.kind = 'return' and l.id is null`,

  deposits_credited_once: (sql) => sql`
    select format('deposit %s (%s) is worth %s; booked are %s', d.id, d.state, d.credited_cents, coalesce(sum(
      case when t.kind = 'top_up_reversal' then -t.amount_cents else t.amount_cents end), 0)) as detail
    from deposits d left join ledger_transfers t
      on t.reference = d.id and t.kind in ('top_up', 'debt_repayment', 'top_up_reversal')
    group by d.id
    having coalesce(sum(case when t.kind = 'top_up_reversal' then -t.amount_cents else t.amount_cents end), 0)
      <> case when d.state = 'credited' then d.credited_cents else 0 end
    union all
    select format('output %s:%s of %s has %s deposits', txid, n, coin, count(*)) from deposits
    group by coin, txid, n having count(*) > 1`,
};
