import type { Db } from '#platform/db/client.ts';
import { pieceOf, type ReadPiece, type VerifiedPiece } from '#platform/db/verify-all.ts';

const PIECE = 5_000;

/**
 * Compares the next orders with their documents: once the shop had an operator, and the chain its payment for some minutes, each has an
 * invoice over what was paid, and credit notes over what was given back since.
 */
export async function verifyInvoices(sql: Db, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const [piece] = await sql<[ReadPiece]>`
    with piece as materialized (select id, number from numbered_orders where id > ${after} order by id limit ${limit}),
    settled as (
      select coalesce(max(transfer_id), 0) as through_id from ledger_chain
      where position <= (select max(position) from ledger_chain where sealed_at < now() - interval '5 minutes')),
    paid as (
      select o.id, o.number, t.amount_cents from piece o
        join ledger_transfers t on t.unique_key = 'order:' || o.id, settled
      where t.id <= settled.through_id and t.created_at >= (select min(at) from operator_versions)),
    stated as (
      select p.number, p.amount_cents, (
          select coalesce(sum(cents), 0)::bigint from settled, given_back(p.id, settled.through_id)) as back_cents,
        (select gross_cents from invoices i where i.order_id = p.id and i.kind = 'invoice') as invoiced_cents,
        (select coalesce(sum(i.gross_cents), 0)::bigint from invoices i, settled
          where i.order_id = p.id and i.kind = 'credit_note' and i.transfer_id <= settled.through_id) as credited_cents
      from paid p),
    problems as (
      select number, format('order %s was paid with %s cents, and its invoice says %s', number, amount_cents,
        coalesce(invoiced_cents::text, 'nothing')) as problem
      from stated where invoiced_cents is distinct from amount_cents
      union all
      select number, format('order %s was given back %s cents, and its credit notes say %s', number, back_cents,
        credited_cents)
      from stated where invoiced_cents is not null and back_cents <> credited_cents)
    select (select count(*) from piece) as count, (select max(id::text)::uuid from piece) as last,
      array(select problem from problems order by number, problem) as problems`;
  return pieceOf(piece, limit);
}
