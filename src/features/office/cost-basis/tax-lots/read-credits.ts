import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Year } from './year-of.ts';

/** Credits read at a time. */
const PART = 1_000;

/** Units of a payment that were credited at one rate. */
export interface Credit {
  /** Of the credit; one at two rates has two parts. */
  credit_id: number;
  coin: Coin;
  at: string;
  deposit_id: string;
  /** Of the payment, by which its buyer names it. */
  payment_number: number;
  txid: string;
  /** The outputs that paid it, or 0 on an account chain. */
  outputs: number[];
  /** null where a reorganisation took its block away. */
  height: number | null;
  first_seen_at: string;
  confirmed_at: string | null;
  /** At the rate of the quote, or at that of the moment. */
  priced: 'quote' | 'current';
  units: string;
  cents: number;
  usd_e8: string;
  rate_at: string;
  sources: string[];
  reversed_at: string | null;
}

interface Selection {
  /** All coins without one. */
  coin?: Coin;
  year?: Year;
  /** Without those that a reorganisation took back. */
  standing?: true;
}

/** Credits with their rates, in the order in which they were made, in parts. */
export async function* readCredits(sql: Db, { coin, year, standing }: Selection): AsyncIterable<readonly Credit[]> {
  // As text, with its microseconds: the driver writes a parameter of a time without them.
  let after = { place: '1970-01-01', credit_id: 0 };
  for (;;) {
    const rows = await sql<(Credit & { place: string })[]>`
      with part as (
        select c.*, d.coin, d.payment_id, d.txid, coalesce(d.output_ns, array[d.n]) as outputs, d.height,
          d.first_seen_at, d.confirmed_at
        from deposit_credits c join deposits d on d.id = c.deposit_id
        where (c.at, c.id) > (${after.place}::text::timestamp at time zone 'UTC', ${after.credit_id})
          and ${coin ? sql`d.coin = ${coin}` : sql`true`} and ${standing ? sql`c.reversed_at is null` : sql`true`}
          and ${year ? sql`c.at >= ${year.from} and c.at < ${year.until}` : sql`true`}
        order by c.at, c.id limit ${PART})
      select c.id as credit_id, c.coin, c.at, c.deposit_id, p.number as payment_number, c.txid, c.outputs, c.height,
        c.first_seen_at, c.confirmed_at, of_rate.priced, of_rate.units::text as units, of_rate.cents, r.usd_e8,
        r.at as rate_at, r.sources, c.reversed_at, (c.at at time zone 'UTC')::text as place
      from part c join payments p on p.id = c.payment_id
      cross join lateral (values ('quote', c.locked_units, c.locked_cents, p.rate_id),
        ('current', c.current_units, c.current_cents, c.rate_id)) as of_rate (priced, units, cents, rate_id)
      join rate_samples r on r.id = of_rate.rate_id
      where of_rate.units > 0
      order by c.at, c.id, of_rate.priced desc`;
    yield rows.map(({ place: _, ...credit }) => credit);
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}
