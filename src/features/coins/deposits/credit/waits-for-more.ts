import { centsFor } from '#contracts/coin-amounts.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { MINIMUM_CENTS } from './top-up-limits.ts';

interface Ripe {
  id: string;
  coin: Coin;
  user_id: string;
  payment_id: string;
  first_seen_at: string;
}

/**
 * Whether a deposit below the minimum must wait for more. It counts together with the user's others in this coin that
 * wait or were credited since it arrived, and with its own payment's, so that the rest of an underpaid one isn't held.
 */
export async function waitsForMore(sql: Db, deposit: Ripe, cents: number, height: number): Promise<boolean> {
  if (cents >= MINIMUM_CENTS) return false;
  const { id, coin, user_id, payment_id, first_seen_at } = deposit;
  const [others] = await sql<{ credited_cents: number; waiting_units: string; usd_e8: string }[]>`
    select coalesce(sum(credited_cents), 0)::bigint as credited_cents,
      coalesce(sum(amount_units) filter (where state <> 'credited'), 0)::text as waiting_units,
      (select usd_e8 from rate_samples where coin = ${coin} order by id desc limit 1) as usd_e8
    from deposits
    where coin = ${coin} and user_id = ${user_id} and id <> ${id}
      and ((state = 'credited' and (payment_id = ${payment_id} or credited_at >= ${first_seen_at}))
        or (state <> 'credited' and ${height} - height + 1 >= required_depth
          and hold_reason is distinct from 'review' and hold_reason is distinct from 'kept'))`;
  const { credited_cents, waiting_units, usd_e8 } = others!;
  return cents + credited_cents + centsFor(coin, BigInt(waiting_units), BigInt(usd_e8)) < MINIMUM_CENTS;
}
