import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { centsFor, dollars } from './amounts.ts';
import { MINIMUM_CENTS } from './offers.ts';
import { overTopUpLimit } from './top-up-limits.ts';

export interface Ripe {
  id: string;
  coin: Coin;
  user_id: string;
  payment_id: string;
  first_seen_at: string;
  sanctioned: boolean;
  /** What it would be credited as. */
  cents: number;
}

/** A person decides, and nothing is sent back; which list it is about is not said. */
const UNDER_REVIEW =
  'This payment is being reviewed by a person of this shop. When they release it, it is credited; you need to do nothing.';

/** Why a deposit that is deep enough is not credited yet, and what lifts that, as its owner reads it; null when nothing is. */
export async function reasonToHold(sql: Db, deposit: Ripe, height: number, now: Date): Promise<string | null> {
  const { user_id, cents, coin } = deposit;
  if (deposit.sanctioned) return UNDER_REVIEW;
  if (cents < MINIMUM_CENTS && cents + (await togetherCents(sql, deposit, height)) < MINIMUM_CENTS) {
    const least = dollars(MINIMUM_CENTS);
    return `Payments below ${least} are collected. Send more ${coin}: once they reach ${least} together, all are credited.`;
  }
  const over = await overTopUpLimit(sql, { user_id, cents, now, lock: true });
  if (!over) return null;
  const byPerson = 'a person of this shop can release this payment';
  if (!over.remedy) return `${over.limit} This payment alone is more: only ${byPerson}.`;
  return `${over.limit} ${over.remedy} to lift this: it is then credited by itself. Also ${byPerson}.`;
}

/**
 * What counts together with a small deposit: the user's others of this coin that wait too or were credited since it came,
 * and all of the same payment, so that the rest of an underpaid one is no small deposit.
 */
async function togetherCents(sql: Db, { id, coin, user_id, payment_id, first_seen_at }: Ripe, height: number) {
  const [others] = await sql<{ credited_cents: number; waiting_units: string; usd_e8: string }[]>`
    select coalesce(sum(credited_cents), 0)::bigint as credited_cents,
      coalesce(sum(amount_units) filter (where state <> 'credited'), 0)::text as waiting_units,
      (select usd_e8 from rate_samples where coin = ${coin} order by id desc limit 1) as usd_e8
    from deposits
    where coin = ${coin} and user_id = ${user_id} and id <> ${id}
      and ((state = 'credited' and (payment_id = ${payment_id} or credited_at >= ${first_seen_at}))
        or (state <> 'credited' and ${height} - height + 1 >= required_depth))`;
  const { credited_cents, waiting_units, usd_e8 } = others!;
  return credited_cents + centsFor(coin, BigInt(waiting_units), BigInt(usd_e8));
}
