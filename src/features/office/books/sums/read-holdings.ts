import { COINS } from '#contracts/coins.ts';
import type { CoinHolding } from '#contracts/office/books.ts';
import type { Coin } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { centsFor } from '../../../coins/rates/amounts.ts';
import { FRESH_MS } from '../../../coins/rates/samples/fresh-rate.ts';

/** What a coin's addresses hold, what each part of it is worth at the newest rate, and what deposits and returns say of it in cents. */
export interface Holding extends Omit<CoinHolding, 'credited_cents'> {
  worth: Record<'held' | 'credited' | 'waiting' | 'unclaimed' | 'moved', number>;
  records: {
    /** What buyers were credited for it and nothing took back. */
    credited: number;
    /** What went back to buyers who asked for it. */
    sent_back: number;
  };
}

interface Row {
  coin: Coin;
  credited: string;
  waiting: string;
  unclaimed: string;
  moved: string;
  usd_e8: string | null;
  at: string | null;
  jumped: boolean;
  recorded_cents: number;
  sent_back_cents: number;
}

/** Every coin that ever came in or has a rate, by the shop's own records of the chains. */
export async function readHoldings(sql: Db, now: Date): Promise<Holding[]> {
  const rows = await sql<Row[]>`
    select coin, coalesce(d.credited, 0)::text as credited, coalesce(d.received - d.credited, 0)::text as waiting,
      coalesce(u.units, 0)::text as unclaimed, coalesce(o.units, 0)::text as moved, r.usd_e8, r.at,
      coalesce(c.cents, 0) as recorded_cents, coalesce(b.cents, 0) as sent_back_cents,
      exists (select from rate_jumps j where j.coin = listed.coin and j.ended_at is null) as jumped
    from unnest(${COINS}::text[]) with ordinality as listed (coin, place)
    left join lateral (
      select coalesce(sum(credited_units) filter (where state = 'credited'), 0) as credited,
        coalesce(sum(amount_units) filter (where height is not null), 0) as received
      from deposits where coin = listed.coin having count(*) > 0) d on true
    left join lateral (
      select sum(amount_units) as units from unclaimed_deposits
      where coin = listed.coin and height is not null and deposit_id is null) u on true
    left join lateral (
      select sum(k.locked_cents + k.current_cents)::bigint as cents
      from deposits d join deposit_credits k on k.deposit_id = d.id where d.coin = listed.coin and k.reversed_at is null) c on true
    left join lateral (
      select sum(amount_cents)::bigint as cents from top_up_returns where coin = listed.coin and state = 'paid') b on true
    left join lateral (select sum(amount_units) as units from outflows where coin = listed.coin) o on true
    left join lateral (select usd_e8, at from rate_samples where coin = listed.coin order by id desc limit 1) r on true
    order by place`;
  return rows.map((row) => holdingOf(row, now));
}

function holdingOf({ coin, usd_e8, at, jumped, recorded_cents, sent_back_cents, ...parts }: Row, now: Date): Holding {
  const [credited, waiting, unclaimed, moved] = [
    BigInt(parts.credited ?? 0),
    BigInt(parts.waiting ?? 0),
    BigInt(parts.unclaimed),
    BigInt(parts.moved),
  ] as const;
  const held = credited! + waiting! + unclaimed! - moved!;
  const worthOf = (units: bigint) => (usd_e8 === null ? 0 : signedCents(coin, units, BigInt(usd_e8)));
  return {
    coin,
    held_units: held.toString(),
    usd: usd_e8 === null ? null : formatUnits(BigInt(usd_e8), 8),
    rate_at: at,
    stale: at === null || jumped || now.getTime() - Date.parse(at) >= FRESH_MS,
    worth_cents: worthOf(held),
    credited_units: credited!.toString(),
    waiting_units: waiting!.toString(),
    unclaimed_units: unclaimed!.toString(),
    moved_units: moved!.toString(),
    records: { credited: recorded_cents, sent_back: sent_back_cents },
    worth: {
      held: worthOf(held),
      credited: worthOf(credited!),
      waiting: worthOf(waiting!),
      unclaimed: worthOf(unclaimed!),
      moved: worthOf(moved!),
    },
  };
}

/** More may have left an address than is known to have come, and a credited deposit may be gone from the chain. */
const signedCents = (coin: Coin, units: bigint, usd_e8: bigint) =>
  units < 0n ? 0 - centsFor(coin, -units, usd_e8) : centsFor(coin, units, usd_e8);
