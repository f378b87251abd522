import type { Db } from '#platform/db/client.ts';
import { pieceOf, type ReadPiece, type VerifiedPiece } from '#platform/db/verify-all.ts';

const PIECE = 5_000;
/** In which a buyer may return a card that nobody revealed. */
const RETURN_DAYS = 15;

/**
 * Derives the next shares of sellers from the sale: the commission of the price, none due or released before its guarantee ended, the
 * reserve by the terms of the sale, and taken back where the buyer got the price back, and only there.
 */
export async function verifyShares(sql: Db, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const [piece] = await sql<[ReadPiece]>`
    with piece as materialized (select * from seller_lines where line_id > ${after} order by line_id limit ${limit}),
    problems as (
      select s.line_id, format('of order line %s the shop keeps %s cents of %s, at %s hundredths of a per cent',
        s.line_id,
        s.commission_cents, s.price_cents, s.commission_bp) as problem
      from piece s where s.commission_cents <> round(s.price_cents * s.commission_bp / 10000.0)
      union all
      select s.line_id, format('the share of order line %s was released on %s, before it was due on %s', s.line_id,
        s.available_at, s.due_at)
      from piece s where s.available_at < s.due_at
      union all
      select s.line_id, format('the share of order line %s is due on %s, before its guarantee ends', s.line_id,
        s.due_at)
      from piece s join order_lines l on l.id = s.line_id
      where s.due_at < least(s.sold_at + ${RETURN_DAYS} * interval '1 day', coalesce(l.revealed_at, 'infinity'))
        + s.guarantee_hours * interval '1 hour'
      union all
      select s.line_id, format('of the share of order line %s, %s cents are reserved until %s', s.line_id,
        s.reserve_cents, s.reserve_due_at)
      from piece s
      where s.available_at is not null and (s.reserve_cents <> floor(s.share_cents * s.reserve_bp / 10000.0)
        or s.reserve_due_at < s.available_at + s.reserve_days * interval '1 day'
        or s.reserve_released_at < s.reserve_due_at)
      union all
      select s.line_id, format('order line %s is %s, and its share is %s', s.line_id, l.state, s.state)
      from piece s join order_lines l on l.id = s.line_id
      where (l.state in ('returned', 'refunded')) <> (s.state = 'reversed')
      union all
      select s.line_id, format('order line %s is of no batch of the seller who has a share of it, or had another price',
        s.line_id)
      from piece s left join order_lines l on l.id = s.line_id left join batches b on b.id = l.batch_id
      where b.seller_id is distinct from s.seller_id or l.price_cents is distinct from s.price_cents)
    select (select count(*) from piece) as count, (select max(line_id::text)::uuid from piece) as last,
      array(select problem from problems order by line_id, problem) as problems`;
  return pieceOf(piece, limit);
}
