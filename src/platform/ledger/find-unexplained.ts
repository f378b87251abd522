import type { Db } from '#platform/db/client.ts';
import { type Book, NAMED } from './compare-book.ts';
import type { LedgerPiece } from './verify-piece.ts';

const PIECE = 50_000;

/** Finds the transfers on accounts of users that belong to no book, among the next ones. */
export async function findUnexplained(
  sql: Db,
  books: readonly Book[],
  after: number,
  limit = PIECE,
): Promise<LedgerPiece> {
  const known = [...new Set(books.flatMap(({ kinds }) => kinds))];
  const [piece] = await sql<
    { count: number; last: number | null; unknown: { kind: string; transfers: number }[] | null }[]
  >`
    with piece as materialized (
      select id, kind, debit_account_id, credit_account_id from ledger_transfers
      where id > ${after} order by id limit ${limit}),
    unknown as (
      select p.kind, count(*) as transfers from piece p
      where p.kind <> all(${known}) and exists (
        select from ledger_accounts a
        where a.id in (p.debit_account_id, p.credit_account_id) and a.owner_id is not null)
      group by p.kind order by p.kind limit ${NAMED})
    select (select count(*) from piece) as count, (select max(id) from piece) as last,
      (select jsonb_agg(unknown order by kind) from unknown) as unknown`;
  const { count, last, unknown } = piece!;
  const problems = (unknown ?? []).map(({ kind, transfers }) => `no record explains ${transfers} transfers (${kind})`);
  return { last: count < limit ? null : last, count, problems };
}
