import type { Db } from '#platform/db/client.ts';
import type { VerifiedPiece } from '#platform/db/verify-all.ts';

/** Where the first piece begins. */
export const FIRST_CLOSING = '0 0';

const CLOSINGS = 200;

/**
 * Derives what the next accounts were summed up to from their transfers again: for each sum, those since the one before. A place is
 * an account and the transfer through which it was summed up.
 */
export async function verifyClosings(sql: Db, after: string, limit = CLOSINGS): Promise<VerifiedPiece> {
  const [account_id, through_id] = after.split(' ').map(Number);
  const steps = await sql<{ account_id: number; through_id: number; stored: number; derived: number }[]>`
    with piece as materialized (
      select account_id, through_id, balance_cents from ledger_closings
      where (account_id, through_id) > (${account_id!}, ${through_id!}) order by account_id, through_id limit ${limit})
    select p.account_id, p.through_id, p.balance_cents as stored, coalesce(b.balance_cents, 0) + moved.cents as derived
    from piece p left join lateral (
      select through_id, balance_cents from ledger_closings
      where account_id = p.account_id and through_id < p.through_id order by through_id desc limit 1) b on true
    cross join lateral (
      select (coalesce((select sum(amount_cents) from ledger_transfers
          where credit_account_id = p.account_id and id > coalesce(b.through_id, 0) and id <= p.through_id), 0)
        - coalesce((select sum(amount_cents) from ledger_transfers
          where debit_account_id = p.account_id and id > coalesce(b.through_id, 0) and id <= p.through_id), 0)
      )::bigint as cents) moved
    order by p.account_id, p.through_id`;
  const end = steps.length < limit ? undefined : steps.at(-1);
  return {
    last: end ? `${end.account_id} ${end.through_id}` : null,
    problems: steps
      .filter(({ stored, derived }) => stored !== derived)
      .map(
        ({ account_id, through_id, stored, derived }) =>
          `account ${account_id} is summed up to ${stored} through transfer ${through_id} but derives to ${derived}`,
      ),
  };
}
