import { FIRST_ID } from '#platform/db/verify-all.ts';
import { type Book, compareBook } from '#platform/ledger/compare-book.ts';
import { findUnexplained } from '#platform/ledger/verify-books.ts';
import { type LedgerPlace, verifyPiece } from '#platform/ledger/verify-piece.ts';
import { verifyAddresses } from '../../../coins/watcher/keys/verify-addresses.ts';
import type { VaultCtx } from '../../../ctx.ts';
import type { Piece } from '../../../oversight/audit/verification/verification-task.ts';
import { verifyLines } from '../../../shop/orders/seals/verify-lines.ts';
import { verifyPreorders } from '../../../shop/preorders/verify-preorders.ts';
import { verifySellers } from '../../../supply/sellers/books/verify-sellers.ts';
import { verifyClosings } from './verify-closings.ts';
import { verifyDays } from './verify-days.ts';

/**
 * Transfers and accounts first, then the sums of days, then each book, then the books of sellers and pre-orders, and sums
 * of accounts; at last the lines of orders and the addresses of buyers.
 */
type Place =
  | LedgerPlace
  | { part: 'days'; after: string }
  | { part: 'lines'; after: string }
  | { part: 'addresses'; after: string }
  | { part: 'books'; after: number };

interface Done {
  next: Place | null;
  problems: string[];
}

/** A piece of the check of the ledger: some thousand rows, or one of the comparisons with what caused the transfers. */
export async function checkLedger(ctx: VaultCtx, books: readonly Book[], kept: Place | null): Promise<Piece<Place>> {
  const { sql } = ctx;
  const place = kept ?? { part: 'transfers', after: 0 };
  const [ends] = await sql<{ transfers: number; accounts: number }[]>`
    select coalesce((select max(id) from ledger_transfers), 0) as transfers,
      coalesce((select max(id) from ledger_accounts), 0) as accounts`;
  const { next, problems } = await doPiece(ctx, books, place);
  const total = ends!.transfers + ends!.accounts;
  const reached = {
    transfers: 0,
    accounts: ends!.transfers,
    days: total,
    books: total,
    lines: total,
    addresses: total,
  };
  const done = next === null ? total : reached[next.part] + (typeof next.after === 'number' ? next.after : 0);
  return { next, problems, total, done: Math.min(done, total) };
}

async function doPiece(ctx: VaultCtx, books: readonly Book[], place: Place): Promise<Done> {
  const { sql } = ctx;
  if (place.part === 'lines') {
    const { last, problems } = await verifyLines(sql, ctx.vault, place.after);
    return {
      next: last === null ? { part: 'addresses', after: FIRST_ID } : { part: 'lines', after: last },
      problems,
    };
  }
  if (place.part === 'addresses') {
    const { last, problems } = await verifyAddresses(ctx, place.after);
    return { next: last === null ? null : { part: 'addresses', after: last }, problems };
  }
  if (place.part === 'days') {
    const { last, problems } = await verifyDays(sql, place.after);
    return { next: last === null ? { part: 'books', after: 0 } : { part: 'days', after: last }, problems };
  }
  if (place.part === 'books') {
    const next = { part: 'books', after: place.after + 1 } as const;
    const book = books[place.after];
    if (book) return { next, problems: await compareBook(sql, book) };
    const checks = [findUnexplained, verifySellers, verifyPreorders, verifyClosings].map(
      (verify) => () => verify(sql, books),
    );
    const check = checks[place.after - books.length];
    return check ? { next, problems: await check() } : { next: { part: 'lines', after: FIRST_ID }, problems: [] };
  }
  const { next, problems } = await verifyPiece(sql, place);
  return { next: next ?? { part: 'days', after: '1970-01-01' }, problems };
}
