import { centsFor } from '#contracts/coin-amounts.ts';
import { COINS } from '#contracts/coins.ts';
import type { CoinHolding } from '#contracts/office/books.ts';
import { COIN_DECIMALS } from '#i18n/format.ts';
import type { Coin } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { FRESH_MS } from '../../../coins/rates/samples/fresh-rate.ts';

/** What became of a coin's units: credited, held and waiting by the records of deposits, moved by those of outflows. */
export const PARTS = ['credited', 'gone', 'held', 'waiting', 'unclaimed', 'moved'] as const;

/** Units of a coin, what each part is worth at the newest rate, and what credits and returns say of it in cents. */
export interface Holding extends Omit<CoinHolding, 'credited_cents' | 'price_change_cents'> {
  worth: Record<(typeof PARTS)[number] | 'unexplained', number>;
  usd_e8: string | null;
  /** What went back to buyers who asked for it. */
  sent_back_cents: number;
}

type Units = Record<(typeof PARTS)[number] | 'received', string>;

interface Row extends Units {
  coin: Coin;
  usd_e8: string | null;
  at: string | null;
  jumped: boolean;
  cost_cents: number;
  sent_back_cents: number;
}

/** Units times hundred-millionths of a dollar for one cent. */
const perCent = (coin: Coin) => (10n ** BigInt(COIN_DECIMALS[coin] + 6)).toString();

/**
 * Every coin that ever came in or has a rate, by the shop's own records of the chains. What was credited comes from the single
 * credits, and its cents from their units and rates: what deposits say of themselves is compared with it.
 */
export async function readHoldings(sql: Db, now: Date): Promise<Holding[]> {
  const rows = await sql<Row[]>`
    with live as materialized (
      select d.coin, d.payment_id, c.locked_units, c.current_units, c.rate_id
      from deposit_credits c join deposits d on d.id = c.deposit_id where c.reversed_at is null),
    costs as (
      select l.coin, l.units * q.usd_e8 as dollars from (
        select coin, payment_id, sum(locked_units) as units from live group by coin, payment_id) l
      join payments p on p.id = l.payment_id join rate_samples q on q.id = p.rate_id
      union all
      select l.coin, l.current_units * r.usd_e8 from live l join rate_samples r on r.id = l.rate_id)
    select coin, coalesce(l.units, 0)::text as credited, (d.received + s.units)::text as received, d.gone::text as gone,
      d.held::text as held, (d.waiting + s.units)::text as waiting, coalesce(u.units, 0)::text as unclaimed,
      (coalesce(o.units, 0) - g.units)::text as moved, r.usd_e8, r.at, coalesce(k.cents, 0)::bigint as cost_cents,
      coalesce(b.cents, 0) as sent_back_cents,
      exists (select from rate_jumps j where j.coin = listed.coin and j.ended_at is null) as jumped
    from unnest(${COINS}::text[], ${COINS.map(perCent)}::numeric[]) with ordinality as listed (coin, per_cent, place)
    cross join lateral (
      select coalesce(sum(amount_units) filter (where height is not null), 0) as received,
        coalesce(sum(credited_units) filter (where height is null), 0) as gone,
        coalesce(sum(amount_units - credited_units)
          filter (where height is not null and hold_reason is not null), 0) as held,
        coalesce(sum(amount_units - credited_units)
          filter (where height is not null and hold_reason is null), 0) as waiting
      from deposits where coin = listed.coin) d
    cross join lateral (
      select coalesce(sum(amount_units), 0) as units from dust_deposits
      where coin = listed.coin and height is not null and deposit_id is null) s
    left join lateral (select sum(locked_units + current_units) as units from live where coin = listed.coin) l on true
    left join lateral (select sum(div(dollars, listed.per_cent)) as cents from costs where coin = listed.coin) k on true
    left join lateral (
      select sum(amount_units) as units from unclaimed_deposits
      where coin = listed.coin and height is not null and deposit_id is null) u on true
    left join lateral (
      select sum(amount_cents)::bigint as cents from top_up_returns
      where coin = listed.coin and state = 'paid') b on true
    left join lateral (select sum(amount_units) as units from outflows where coin = listed.coin) o on true
    cross join lateral (
      select coalesce(sum(amount_units), 0) as units from change_outputs
      where coin = listed.coin and height is not null) g
    left join lateral (select usd_e8, at from rate_samples where coin = listed.coin order by id desc limit 1) r on true
    order by place`;
  return rows.map((row) => holdingOf(row, now));
}

/** Received = credited - gone + held + waiting + unclaimed; what of it didn't move away, change excepted, is on addresses. */
function holdingOf(row: Row, now: Date): Holding {
  const { coin, usd_e8, at, jumped, cost_cents, sent_back_cents } = row;
  const of = (part: keyof Units) => BigInt(row[part]);
  const received = of('received') + of('unclaimed');
  const recorded = Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<(typeof PARTS)[number], bigint>;
  const { credited, gone, held, waiting, unclaimed } = recorded;
  const on_addresses = received - recorded.moved;
  // More comes back as change where the wallet spent what it had before change was watched.
  if (recorded.moved < 0n) recorded.moved = 0n;
  const units = { ...recorded, unexplained: received - (credited - gone) - held - waiting - unclaimed };
  const worth = (amount: bigint) => worthOf({ coin, usd_e8 }, amount);
  const parts = Object.entries(units);
  return {
    coin,
    received_units: received.toString(),
    ...(Object.fromEntries(parts.map(([part, amount]) => [`${part}_units`, amount.toString()])) as Pick<
      CoinHolding,
      `${keyof typeof units}_units`
    >),
    on_addresses_units: on_addresses.toString(),
    usd: usd_e8 === null ? null : formatUnits(BigInt(usd_e8), 8),
    rate_at: at,
    stale: at === null || jumped || now.getTime() - Date.parse(at) >= FRESH_MS,
    usd_e8,
    worth_cents: worth(on_addresses),
    cost_cents,
    sent_back_cents,
    worth: Object.fromEntries(parts.map(([part, amount]) => [part, worth(amount)])) as Holding['worth'],
  };
}

/** Units of a coin in cents at its newest rate; 0 without one. */
export const worthOf = ({ coin, usd_e8 }: Pick<Holding, 'coin' | 'usd_e8'>, units: bigint): number =>
  usd_e8 === null ? 0 : signedCents(coin, units, BigInt(usd_e8));

/** More may have left an address than is known to have come. */
const signedCents = (coin: Coin, units: bigint, usd_e8: bigint) =>
  units < 0n ? 0 - centsFor(coin, -units, usd_e8) : centsFor(coin, units, usd_e8);
