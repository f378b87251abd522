import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Cursor } from './cursor.ts';

export interface DueDeposit {
  id: string;
  coin: Coin;
  txid: string;
  n: number;
  user_id: string;
  payment_id: string;
  amount_units: string;
  credited_units: string;
  first_seen_at: string;
  confirmed_at: string | null;
  generation: number;
  hold_reason: string | null;
  quote_units: string;
  quote_usd_e8: string;
  quoted_at: string;
  expires_at: string;
  /** Units of this payment already credited at the quote's rate, across all its deposits, and their cents. */
  already_locked: string;
  already_locked_cents: number;
  /** The latest decision was to keep it on hold. */
  stays_held: boolean;
}

/** A deposit that is deep enough and not fully credited, with its payment; locks the deposit's row. */
export async function findDueDeposit(sql: Db, cursor: Cursor, id: string): Promise<DueDeposit | undefined> {
  const [deposit] = await sql<DueDeposit[]>`
    select d.id, d.coin, d.txid, d.n, d.user_id, d.payment_id, d.amount_units, d.credited_units, d.first_seen_at,
      d.confirmed_at, d.generation, d.hold_reason,
      p.amount_units as quote_units, r.usd_e8 as quote_usd_e8, p.created_at as quoted_at, p.expires_at,
      sums.locked_units as already_locked, sums.locked_cents as already_locked_cents,
      coalesce((select decision = 'keep' from hold_decisions h where h.deposit_id = d.id order by h.id desc limit 1), false) as stays_held
    from deposits d join payments p on p.id = d.payment_id join rate_samples r on r.id = p.rate_id
    cross join lateral (
      select coalesce(sum(o.locked_units), 0)::text as locked_units, coalesce(sum(o.locked_cents), 0)::bigint as locked_cents
      from deposits o where o.payment_id = p.id
    ) sums
    where d.id = ${id} and d.coin = ${cursor.coin} and (d.state <> 'credited' or d.credited_units < d.amount_units)
      and ${cursor.height} - d.height + 1 >= d.required_depth
    for update of d`;
  return deposit;
}
