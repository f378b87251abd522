import type { Db } from '#platform/db/client.ts';
import { FIRST_ID, type VerifiedPiece } from '#platform/db/verify-all.ts';
import { verifyTransferChain } from '#platform/ledger/chain/verify-chain.ts';
import { verifySealed } from '#platform/ledger/chain/verify-sealed.ts';
import { type Book, compareBookPiece } from '#platform/ledger/compare-book.ts';
import { findUnexplained } from '#platform/ledger/find-unexplained.ts';
import { verifyAccounts, verifyTransfers } from '#platform/ledger/verify-piece.ts';
import { verifySums } from '../../../coins/liabilities/publish/verify-sums.ts';
import { verifyAddresses } from '../../../coins/watcher/keys/verify-addresses.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { verifyLines } from '../../../shop/orders/seals/verify-lines.ts';
import { verifyPreorders } from '../../../shop/preorders/verify-preorders.ts';
import { verifySellerLines, verifySellerSums, verifyUnsplit } from '../../../supply/sellers/books/verify-sellers.ts';
import { verifyInvoices } from '../../tax/invoices/verify-invoices.ts';
import type { Passed } from './checked-note.ts';
import { verifyDebts } from './derived/verify-debts.ts';
import { verifyDeposits } from './derived/verify-deposits.ts';
import { verifyHouse } from './derived/verify-house.ts';
import { verifyOrders } from './derived/verify-orders.ts';
import { verifyShares } from './derived/verify-shares.ts';
import { FIRST_CLOSING, verifyClosings } from './verify-closings.ts';
import { verifyDays } from './verify-days.ts';
import { verifyMonths } from './verify-months.ts';
import { verifySaleDays } from './verify-sale-days.ts';

/** One part of the check of the ledger, in pieces of some thousand rows or one comparison. */
export interface LedgerCheck {
  name: string;
  /** Where the first piece begins. */
  start: string;
  piece(ctx: VaultCtx, after: string): Promise<LedgerPiece>;
}

export interface LedgerPiece extends VerifiedPiece {
  /** How many transfers or accounts it looked at. */
  count?: number;
}

/** Where a check begins with what is only ever added to: at the first row, or after what was found in order lately. */
export interface Start {
  chain: 'first' | 'noted';
  after: Passed | null;
}

const WHOLE: Start = { chain: 'first', after: null };

/**
 * All parts, the same from the command line and at night: the chain over transfers first, then transfers and accounts, the sums of
 * days and of closed months, each book against what caused it, what must follow from what was sold, credited and shared, and at last
 * the seals of lines and addresses and the signatures of published sums.
 */
export const ledgerChecks = (books: readonly Book[], { chain, after }: Start = WHOLE): readonly LedgerCheck[] => [
  { name: 'chain', start: chain, piece: verifyTransferChain },
  ofLedger('sealed', verifySealed, after?.transfer_id ?? Number.MIN_SAFE_INTEGER),
  ofLedger('transfers', verifyTransfers, after?.transfer_id),
  ofLedger('accounts', verifyAccounts),
  { name: 'days', start: after?.day ?? '1970-01-01', piece: ({ sql }, after) => verifyDays(sql, after) },
  { name: 'sale days', start: '1970-01-01', piece: ({ sql }, after) => verifySaleDays(sql, after) },
  { name: 'months', start: '1970-01-01', piece: ({ sql }, after) => verifyMonths(sql, after) },
  ...books.map((book, at) =>
    byId(`book ${at} of ${book.kinds.join(', ')}`, (sql, after) => compareBookPiece(sql, book, after)),
  ),
  ofLedger('unexplained', (sql, after) => findUnexplained(sql, books, after), after?.transfer_id),
  byId('unsplit', verifyUnsplit),
  byId('seller lines', verifySellerLines),
  whole('seller sums', verifySellerSums),
  whole('preorders', verifyPreorders),
  { name: 'closings', start: FIRST_CLOSING, piece: ({ sql }, after) => verifyClosings(sql, after) },
  byId('orders', verifyOrders),
  byId('invoices', verifyInvoices),
  byId('shares', verifyShares),
  byId('deposits', verifyDeposits),
  whole('debts', verifyDebts),
  whole('house', verifyHouse),
  { name: 'lines', start: FIRST_ID, piece: ({ sql, vault }, after) => verifyLines(sql, vault, after) },
  { name: 'addresses', start: FIRST_ID, piece: verifyAddresses },
  { name: 'published sums', start: '0', piece: verifySums },
];

/** The pieces of all parts, one after the other, with the chain from its first link on. */
export async function* runChecks(
  ctx: VaultCtx,
  books: readonly Book[],
): AsyncIterable<{ name: string; count: number; problems: string[] }> {
  for (const { name, start, piece } of ledgerChecks(books)) {
    for (let after: string | null = start; after !== null; ) {
      const { last, count = 0, problems }: LedgerPiece = await piece(ctx, after);
      yield { name, count, problems };
      after = last;
    }
  }
}

const ofLedger = (
  name: 'sealed' | 'transfers' | 'accounts' | 'unexplained',
  verify: typeof verifyTransfers,
  start = 0,
): LedgerCheck => ({
  name,
  start: String(start),
  async piece({ sql }, after) {
    const { last, ...found } = await verify(sql, Number(after));
    return { last: last === null ? null : String(last), ...found };
  },
});

const whole = (name: string, verify: (sql: Db) => Promise<string[]>): LedgerCheck => ({
  name,
  start: '',
  piece: async ({ sql }) => ({ last: null, problems: await verify(sql) }),
});

const byId = (name: string, verify: (sql: Db, after: string) => Promise<VerifiedPiece>): LedgerCheck => ({
  name,
  start: FIRST_ID,
  piece: ({ sql }, after) => verify(sql, after),
});
