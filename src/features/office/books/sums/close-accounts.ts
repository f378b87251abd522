import type { Ctx } from '../../../ctx.ts';

/** Fewer transfers than that are summed up at each reading. */
const WORTH_CLOSING = 200;
/** The numbers of transfers that a sum spans at most; the rest of an account that was never summed up follows hour by hour. */
const SPAN = 1_000_000;

/**
 * Sums up the accounts of sellers, which have no balance row, so that their balances read few transfers. Only through a
 * transfer of hours ago: whoever got a lower number has committed by then.
 */
export async function closeAccounts(
  { sql }: Pick<Ctx, 'sql'>,
  min_transfers = WORTH_CLOSING,
  span = SPAN,
): Promise<void> {
  await sql`
    with due as (
      select a.id, since, coalesce(closed.balance_cents, 0) as balance_cents, greatest(
        (select max(id) from ledger_transfers where credit_account_id = a.id and id > since and id <= first.id + ${span}
          and created_at < now() - interval '2 hours'),
        (select max(id) from ledger_transfers where debit_account_id = a.id and id > since and id <= first.id + ${span}
          and created_at < now() - interval '2 hours')) as through
      from ledger_accounts a left join lateral (
        select through_id, balance_cents from ledger_closings where account_id = a.id
          order by through_id desc limit 1) closed on true
      cross join lateral (select coalesce(closed.through_id, 0) as since) of
      cross join lateral (select least(
        (select min(id) from ledger_transfers where credit_account_id = a.id and id > since),
        (select min(id) from ledger_transfers where debit_account_id = a.id and id > since)) as id) first
      where a.seller_id is not null)
    insert into ledger_closings (account_id, through_id, balance_cents)
    select due.id, due.through, due.balance_cents + moved.cents
    from due cross join lateral (
      select count(*) as transfers, sum(cents) as cents from (
        select amount_cents as cents from ledger_transfers
        where credit_account_id = due.id and id > due.since and id <= due.through
        union all
        select -amount_cents from ledger_transfers
        where debit_account_id = due.id and id > due.since and id <= due.through) as each) as moved
    where due.through is not null and moved.transfers >= ${min_transfers}
    on conflict do nothing`;
}
