import type { Db } from '#platform/db/client.ts';
import { pieceOf, type ReadPiece, type VerifiedPiece } from '#platform/db/verify-all.ts';

const PIECE = 5_000;

/**
 * Derives the next orders from their lines again: what they cost, what was given back and how many cards they have; that a
 * card that came back was never revealed, and that one that was refunded has a claim that says so.
 */
export async function verifyOrders(sql: Db, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const [piece] = await sql<[ReadPiece]>`
    with piece as materialized (select * from orders where id > ${after} order by id limit ${limit}),
    derived as (
      select o.id, o.number, count(l.id) as cards, coalesce(sum(l.price_cents), 0)::bigint as total,
        coalesce(sum(l.price_cents) filter (where l.state in ('returned', 'refunded')), 0)::bigint as back
      from piece o left join order_lines l on l.order_id = o.id group by o.id, o.number),
    problems as (
      select o.number, format(
        'order %s says %s cents for %s cards with %s given back (%s), its lines %s for %s with %s', o.number,
        o.total_cents, o.card_count, o.refunded_cents, o.status, d.total, d.cards, d.back) as problem
      from piece o join derived d using (id)
      where (o.total_cents, o.card_count, o.refunded_cents, o.status) is distinct from (d.total, d.cards, d.back,
        case when d.back = 0 then 'paid' when d.back = d.total then 'refunded' else 'part_refunded' end)
      union all
      select o.number, format('line %s of order %s was revealed, and can''t have been returned', l.id, o.number)
      from piece o join order_lines l on l.order_id = o.id where l.state = 'returned' and l.revealed_at is not null
      union all
      select o.number, format('line %s of order %s was revealed by the audit log, and can''t have been returned', l.id,
        o.number)
      from piece o join order_lines l on l.order_id = o.id
      where l.state = 'returned' and l.revealed_at is null and exists (
        select from audit_entries e where e.subject = l.card_id::text and e.action in ('card.revealed', 'gift.opened')
          and e.details ->> 'order_id' = o.id::text)
      union all
      select o.number, format('line %s of order %s is refunded by an answer about another card', l.id, o.number)
      from piece o join order_lines l on l.order_id = o.id join claims c on c.line_id = l.id
        join issuer_answers a on a.id = c.answer_id
      where c.state = 'refunded' and a.line_id <> c.line_id
      union all
      select o.number, format('line %s of order %s is refunded without a claim', l.id, o.number)
      from piece o join order_lines l on l.order_id = o.id
      where l.state = 'refunded' and not exists (
        select from claims c where c.line_id = l.id and c.state in ('refunded', 'goodwill')
          and c.refund_cents = l.price_cents)
      union all
      select o.number, format('line %s of order %s is live, and its card is %s', l.id, o.number, c.state)
      from piece o join order_lines l on l.order_id = o.id join cards c on c.id = l.card_id
      where l.state in ('delivered', 'revealed') and c.state not in ('sold', 'expired', 'withdrawn', 'void'))
    select (select count(*) from piece) as count, (select max(id::text)::uuid from piece) as last,
      array(select problem from problems order by number, problem) as problems`;
  return pieceOf(piece, limit);
}
