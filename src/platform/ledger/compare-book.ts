import type { Db, Query } from '#platform/db/client.ts';
import { FIRST_ID, type VerifiedPiece } from '#platform/db/verify-all.ts';

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

/** A book with more transfers than this is compared in pieces of so many. */
const PIECE = 50_000;

/** Compares the transfers of one book with its records. One line for each problem. */
export const compareBook = (sql: Db, book: Book): Promise<string[]> =>
  compareRange(sql, book, { after: null, last: null });

/**
 * Compares the next piece of a book, by reference. The first one begins after `FIRST_ID` and has what is without a reference, too;
 * in a book of few transfers it is the only one. Sales in between make no problem: one statement sees both sides of a reference.
 */
export async function compareBookPiece(sql: Db, book: Book, after: string, limit = PIECE): Promise<VerifiedPiece> {
  const isFirst = after === FIRST_ID;
  const last = isFirst && !(await hasMoreThan(sql, book, limit)) ? null : await findBound(sql, book, { after, limit });
  return { last, problems: await compareRange(sql, book, { after: isFirst ? null : after, last }) };
}

/** By the index of kinds: a rare kind costs next to nothing. */
async function hasMoreThan(sql: Db, { kinds }: Book, limit: number): Promise<boolean> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from (select from ledger_transfers
      where kind = any(${[...kinds]}) limit ${limit + 1}) as counted`;
  return row.count > limit;
}

/** The reference with which a piece of so many transfers ends; null if that is the last one. */
async function findBound(
  sql: Db,
  { kinds }: Book,
  { after, limit }: { after: string; limit: number },
): Promise<string | null> {
  const [row] = await sql<{ reference: string }[]>`
    select reference from ledger_transfers where kind = any(${[...kinds]}) and reference > ${after}
    order by reference offset ${limit - 1} limit 1`;
  return row?.reference ?? null;
}

/** References after the one and up to the other; without the first also those that have none, without the second all that follow. */
async function compareRange(
  sql: Db,
  { kinds, account, expected }: Book,
  { after, last }: { after: string | null; last: string | null },
): Promise<string[]> {
  const withNone = after === null ? sql`reference is null or` : sql``;
  const inRange = sql`${after === null ? sql`true` : sql`reference > ${after}`}
    and ${last === null ? sql`true` : sql`(${withNone} reference <= ${last})`}`;
  const rows = await sql<{ owner_id: string; reference: string | null; posted: number; expected: number }[]>`
    with moves as materialized (
      select credit_account_id, debit_account_id, reference, amount_cents from ledger_transfers
      where kind = any(${[...kinds]}) and ${inRange}),
    entries as (
      select credit_account_id as account_id, reference, amount_cents as cents from moves
      union all
      select debit_account_id, reference, -amount_cents from moves),
    posted as (
      select a.owner_id, e.reference, sum(e.cents)::bigint as cents from entries e
        join ledger_accounts a on a.id = e.account_id
      where a.owner_id is not null ${account === undefined ? sql`` : sql`and a.kind = ${account}`}
      group by a.owner_id, e.reference),
    expected as (select owner_id, reference, cents from (${expected(sql)}) as records where ${inRange})
    select owner_id, reference, coalesce(p.cents, 0) as posted, coalesce(e.cents, 0) as expected
    from posted p full join expected e using (owner_id, reference)
    where case when e.owner_id is null then true else coalesce(p.cents, 0) <> coalesce(e.cents, p.cents, 0) end
    order by owner_id, reference limit ${NAMED}`;
  return rows.map(
    ({ owner_id, reference, posted, expected }) =>
      `${kinds[0]} ${reference ?? 'without a reference'} of ${owner_id} is ${posted}, not ${expected}`,
  );
}
