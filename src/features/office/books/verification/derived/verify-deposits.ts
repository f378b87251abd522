import type { Db } from '#platform/db/client.ts';
import { pieceOf, type ReadPiece, type VerifiedPiece } from '#platform/db/verify-all.ts';

const PIECE = 2_000;

/** Units of a coin times its rate (hundred-millionths of a dollar) for one cent. */
const perCent = (sql: Db) => sql`case d.coin when 'ETH' then 1e24 else 1e14 end`;

/** What a quote may be exceeded by at its own rate, by a tolerance of 5 %. */
const LOCKED_PERCENT = 105;

/**
 * Derives the cents of the next deposits again: what was credited at the rate of the day from units and that rate; what was
 * credited at the rate of the quote from all units of its payment; and the sums of the row from its credits.
 */
export async function verifyDeposits(sql: Db, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const [piece] = await sql<[ReadPiece]>`
    with piece as materialized (select * from deposits where id > ${after} order by id limit ${limit}),
    sums as (
      select d.id, coalesce(sum(c.locked_units + c.current_units), 0) as units,
        coalesce(sum(c.locked_units), 0) as locked_units,
        coalesce(sum(c.locked_cents), 0)::bigint as locked_cents,
        coalesce(sum(c.locked_cents + c.current_cents), 0)::bigint as cents
      from piece d left join deposit_credits c on c.deposit_id = d.id and c.reversed_at is null group by d.id),
    locked as (
      select p.id, p.coin, p.amount_units as quoted, q.usd_e8, sum(c.locked_units) as units,
        sum(c.locked_cents)::bigint as cents
      from payments p join rate_samples q on q.id = p.rate_id join deposits d on d.payment_id = p.id
      join deposit_credits c on c.deposit_id = d.id and c.reversed_at is null
      where p.id in (select payment_id from piece) group by p.id, q.usd_e8),
    problems as (
      select format(
        'deposit %s says that %s units are %s cents (%s and %s of them at the quote), its credits %s and %s',
        d.id, d.credited_units, d.credited_cents, d.locked_units, d.locked_cents, s.units, s.cents) as problem
      from piece d join sums s using (id)
      where (d.credited_units, d.credited_cents, d.locked_units, d.locked_cents) <> (s.units, s.cents, s.locked_units,
        s.locked_cents)
      union all
      select format('credit %s of deposit %s is %s cents, not %s units at %s', c.generation, d.id, c.current_cents,
        c.current_units, r.usd_e8)
      from piece d join deposit_credits c on c.deposit_id = d.id left join rate_samples r on r.id = c.rate_id
      where c.current_cents <> coalesce(floor(c.current_units * r.usd_e8 / ${perCent(sql)}), 0)
      union all
      select format(
        'deposit %s came for payment %s, which asked for another coin, of somebody else or to another address', d.id, p.id)
      from piece d join payments p on p.id = d.payment_id join deposit_addresses a on a.id = p.address_id
      where (p.coin, p.user_id, a.coin, a.key) is distinct from (d.coin, d.user_id, d.coin, d.key)
      union all
      select format('deposit %s is a sum of dust of %s units, and its dust is %s', d.id, d.amount_units, s.units)
      from piece d cross join lateral (
        select coalesce(sum(amount_units), 0) as units from dust_deposits where deposit_id = d.id) s
      where is_sum_of_dust(d.txid) and (d.state = 'credited' or d.height is not null) and s.units <> d.amount_units
      union all
      select format('dust %s:%s is in deposit %s, which is no sum of it', s.txid, s.n, d.id)
      from piece d join dust_deposits s on s.deposit_id = d.id
      where not is_sum_of_dust(d.txid) or (s.coin, s.key, s.user_id) <> (d.coin, d.key, d.user_id)
      union all
      select format('deposit %s came by a transaction that shows also that top-up %s came back to the operator', d.id,
        p.subject)
      from piece d join proposals p on p.kind = 'top_up_return.reverse' and p.decision = 'approved'
        and p.facts ->> 'coin' = d.coin and strpos(lower(p.facts ->> 'evidence'), replace(d.txid, '0x', '')) > 0
      union all
      select format('credit %s of deposit %s is by a rate of %s', c.generation, d.id, r.coin)
      from piece d join deposit_credits c on c.deposit_id = d.id join rate_samples r on r.id = c.rate_id
        where r.coin <> d.coin
      union all
      select format('deposit %s came after its quote had ended on %s, and is credited at it', d.id, p.expires_at)
      from piece d join payments p on p.id = d.payment_id where d.locked_units > 0 and d.first_seen_at >= p.expires_at
      union all
      select format('payment %s is credited with %s cents at its quote, not %s units at %s', d.id, d.cents, d.units,
        d.usd_e8)
      from locked d where d.cents <> floor(d.units * d.usd_e8 / ${perCent(sql)})
      union all
      select format('of payment %s %s units are credited at its quote of %s', d.id, d.units, d.quoted)
      from locked d where d.units > floor(d.quoted * ${LOCKED_PERCENT} / 100.0))
    select (select count(*) from piece) as count, (select max(id::text)::uuid from piece) as last,
      array(select problem from problems order by problem) as problems`;
  return pieceOf(piece, limit);
}
