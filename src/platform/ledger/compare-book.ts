import type { Db, Query } from '#platform/db/client.ts';

/** Problems named at once; more of them don't help anybody. */
export const NAMED = 100;

/** What the records of a feature say that its transfers moved on the accounts of users. */
export interface Book {
  /** Its kinds of transfers. */
  kinds: readonly string[];
  /** The kind of account it is about; without one, the sum over all accounts of a user. */
  account?: string;
  /** Selects `owner_id`, `reference` and `cents`: what came in (or went out, below zero); null for any amount. */
  expected: (sql: Db) => Query;
}

/** Compares the transfers of one book with its records. One line for each problem. */
export async function compareBook(sql: Db, { kinds, account, expected }: Book): Promise<string[]> {
  const rows = await sql<{ owner_id: string; reference: string | null; posted: number; expected: number }[]>`
    with entries as (
      select credit_account_id as account_id, reference, amount_cents as cents from ledger_transfers where kind = any(${[...kinds]})
      union all
      select debit_account_id, reference, -amount_cents from ledger_transfers where kind = any(${[...kinds]})),
    posted as (
      select a.owner_id, e.reference, sum(e.cents)::bigint as cents from entries e join ledger_accounts a on a.id = e.account_id
      where a.owner_id is not null ${account === undefined ? sql`` : sql`and a.kind = ${account}`}
      group by a.owner_id, e.reference),
    expected as (${expected(sql)})
    select owner_id, reference, coalesce(p.cents, 0) as posted, coalesce(e.cents, 0) as expected
    from posted p full join expected e using (owner_id, reference)
    where case when e.owner_id is null then true else coalesce(p.cents, 0) <> coalesce(e.cents, p.cents, 0) end
    order by owner_id, reference limit ${NAMED}`;
  return rows.map(
    ({ owner_id, reference, posted, expected }) =>
      `${kinds[0]} ${reference ?? 'without a reference'} of ${owner_id} is ${posted}, not ${expected}`,
  );
}
