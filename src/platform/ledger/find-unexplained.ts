import type { Db } from '#platform/db/client.ts';
import { type Book, NAMED } from './compare-book.ts';

/** Transfers on accounts of users that belong to no book. */
export async function findUnexplained(sql: Db, books: readonly Book[]): Promise<string[]> {
  const known = [...new Set(books.flatMap(({ kinds }) => kinds))];
  const unknown = await sql<{ kind: string; transfers: number }[]>`
    select t.kind, count(*) as transfers from ledger_transfers t
    where t.kind <> all(${known}) and exists (
      select from ledger_accounts a where a.id in (t.debit_account_id, t.credit_account_id) and a.owner_id is not null)
    group by t.kind order by t.kind limit ${NAMED}`;
  return unknown.map(({ kind, transfers }) => `no record explains ${transfers} transfers (${kind})`);
}
