import type { Db } from '#platform/db/client.ts';
import { type Book, compareBook } from '#platform/ledger/compare-book.ts';
import { findUnexplained } from '#platform/ledger/find-unexplained.ts';

/** Compares every transfer on an account of a user with the record that caused it. One line for each problem. */
export async function verifyBooks(sql: Db, books: readonly Book[]): Promise<string[]> {
  const problems: string[] = [];
  for (const book of books) problems.push(...(await compareBook(sql, book)));
  for (let after: number | null = 0; after !== null; ) {
    const piece = await findUnexplained(sql, books, after);
    problems.push(...piece.problems);
    after = piece.last;
  }
  return problems;
}
