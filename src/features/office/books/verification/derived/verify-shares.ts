import type { Db } from '#platform/db/client.ts';
import type { VerifiedPiece } from '#platform/db/verify-all.ts';

const PIECE = 5_000;

/**
 * Derives the next shares of sellers from the sale: the commission of the price, none released before its guarantee ended, and
 * taken back where the buyer got the price back, and only there.
 */
export async function verifyShares(sql: Db, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const [piece] = await sql<{ count: number; last: string | null; problems: string[] }[]>`
    with piece as materialized (select * from seller_lines where line_id > ${after} order by line_id limit ${limit}),
    problems as (
      select s.line_id, format('of order line %s the shop keeps %s cents of %s, at %s hundredths of a per cent', s.line_id,
        s.commission_cents, s.price_cents, s.commission_bp) as problem
      from piece s where s.commission_cents <> round(s.price_cents * s.commission_bp / 10000.0)
      union all
      select s.line_id, format('the share of order line %s was released on %s, before it was due on %s', s.line_id, s.available_at, s.due_at)
      from piece s where s.available_at < s.due_at
      union all
      select s.line_id, format('order line %s is %s, and its share is %s', s.line_id, l.state, s.state)
      from piece s join order_lines l on l.id = s.line_id where (l.state in ('returned', 'refunded')) <> (s.state = 'reversed')
      union all
      select s.line_id, format('order line %s of a seller is gone', s.line_id)
      from piece s where not exists (select from order_lines l where l.id = s.line_id))
    select (select count(*) from piece) as count, (select max(line_id::text)::uuid from piece) as last,
      array(select problem from problems order by line_id, problem) as problems`;
  const { count, last, problems } = piece!;
  return { last: count < limit ? null : last, problems };
}
