import type { Db } from '#platform/db/client.ts';

/** Derives what each account was summed up to from its transfers again: for each, those since the one before. */
export async function verifyClosings(sql: Db): Promise<string[]> {
  const wrong = await sql<{ account_id: number; through_id: number; stored: number; derived: number }[]>`
    with steps as (
      select account_id, through_id, balance_cents, lag(through_id, 1, 0::bigint) over one as since,
        lag(balance_cents, 1, 0::bigint) over one as before
      from ledger_closings window one as (partition by account_id order by through_id))
    select account_id, through_id, balance_cents as stored, before + moved.cents as derived
    from steps s cross join lateral (
      select (coalesce((select sum(amount_cents) from ledger_transfers
          where credit_account_id = s.account_id and id > s.since and id <= s.through_id), 0)
        - coalesce((select sum(amount_cents) from ledger_transfers
          where debit_account_id = s.account_id and id > s.since and id <= s.through_id), 0))::bigint as cents) moved
    where balance_cents <> before + moved.cents order by account_id, through_id limit 100`;
  return wrong.map(
    ({ account_id, through_id, stored, derived }) =>
      `account ${account_id} is summed up to ${stored} through transfer ${through_id} but derives to ${derived}`,
  );
}
