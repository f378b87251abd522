import type { Db } from '#platform/db/client.ts';
import { pieceOf, type ReadPiece, type VerifiedPiece, verifyAll } from '#platform/db/verify-all.ts';

/** Problems named at once; more of them don't help anybody. */
const NAMED = 100;
const SOLD = 20_000;
const SHARES = 5_000;

/**
 * Compares all that the books of sellers say with the ledger: every sold card of a seller with its transfers, and every balance of a
 * seller with the lines and payouts that make it. One line for each problem.
 */
export async function verifySellers(sql: Db): Promise<string[]> {
  return [
    ...(await verifyAll((after) => verifyUnsplit(sql, after))),
    ...(await verifyAll((after) => verifySellerLines(sql, after))),
    ...(await verifySellerSums(sql)),
  ];
}

/** Names among the next sold cards those of a seller's batch that nobody split. A shop without sellers has one piece. */
export async function verifyUnsplit(sql: Db, after: string, limit = SOLD): Promise<VerifiedPiece> {
  const [piece] = await sql<[ReadPiece]>`
    with piece as materialized (
      select line_id, batch_id, price_cents from sold_cards
      where line_id > ${after} and exists (select from batches where seller_id is not null)
      order by line_id limit ${limit}),
    problems as (
      select l.line_id, format('order line %s is not split with its seller', l.line_id) as problem
      from piece l join batches b on b.id = l.batch_id left join seller_lines s on s.line_id = l.line_id
      where b.seller_id is not null
        and (s.line_id is null or s.seller_id <> b.seller_id or s.price_cents <> l.price_cents)
      order by l.line_id limit ${NAMED})
    select (select count(*) from piece) as count, (select max(line_id::text)::uuid from piece) as last,
      array(select problem from problems order by line_id) as problems`;
  return pieceOf(piece, limit);
}

/** Compares the next shares with their own transfers, by their keys; 0 stands for none. */
export async function verifySellerLines(sql: Db, after: string, limit = SHARES): Promise<VerifiedPiece> {
  const [piece] = await sql<[ReadPiece]>`
    with piece as materialized (select * from seller_lines where line_id > ${after} order by line_id limit ${limit}),
    problems as (
      select s.line_id, format('%s of order line %s is %s, not %s', t.key, s.line_id, coalesce(posted.amount_cents, 0),
        t.expected) as problem
      from piece s
      cross join lateral (values
        ('seller_sale', s.share_cents), ('seller_commission', s.commission_cents),
        ('seller_available', case when s.available_at is null then 0 else s.share_cents - s.reserve_cents end),
        ('seller_reserved', case when s.available_at is null then 0 else s.reserve_cents end),
        ('seller_released', case when s.reserve_released_at is null then 0 else s.reserve_cents end)
      ) as t (key, expected)
      left join ledger_transfers posted on posted.unique_key = t.key || ':' || s.line_id
      where coalesce(posted.amount_cents, 0) <> t.expected order by s.line_id limit ${NAMED})
    select (select count(*) from piece) as count, (select max(line_id::text)::uuid from piece) as last,
      array(select problem from problems order by line_id, problem) as problems`;
  return pieceOf(piece, limit);
}

/** Compares every balance of a seller with the lines and payouts that make it. */
export async function verifySellerSums(sql: Db): Promise<string[]> {
  const rows = await sql<{ seller_id: string; kind: string; expected: number; posted: number }[]>`
    with lines as (
      select seller_id,
        sum(share_cents) filter (where state = 'pending') as pending,
        sum(case when state = 'available' then share_cents - case
          when reserve_released_at is null then reserve_cents else 0 end
          else -charged_cents end) filter (where state <> 'pending') as available,
        sum(reserve_cents) filter (where state = 'available' and reserve_released_at is null) as reserved
      from seller_lines group by seller_id),
    payouts as (
      select seller_id, sum(amount_cents) filter (where state = 'approved') as paying,
        sum(amount_cents) filter (where state = 'paid') as paid
      from seller_payments group by seller_id),
    expected as (
      select s.id as seller_id, e.kind, coalesce(e.cents, 0)::bigint as cents
      from sellers s left join lines l on l.seller_id = s.id left join payouts p on p.seller_id = s.id
      cross join lateral (values ('seller_pending', l.pending),
        ('seller_available', coalesce(l.available, 0) - coalesce(p.paying, 0) - coalesce(p.paid, 0)),
        ('seller_reserved', l.reserved), ('seller_paying', p.paying), ('seller_paid', p.paid)) as e (kind, cents))
    select e.seller_id, e.kind, e.cents as expected, coalesce(b.balance_cents, 0) as posted
    from expected e left join seller_balances b on b.seller_id = e.seller_id and b.kind = e.kind
    where e.cents <> coalesce(b.balance_cents, 0) order by e.seller_id, e.kind limit ${NAMED}`;
  return rows.map(
    ({ seller_id, kind, expected, posted }) => `${kind} of seller ${seller_id} stands at ${posted}, not ${expected}`,
  );
}
