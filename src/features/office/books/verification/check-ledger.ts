import type { Book } from '#platform/ledger/compare-book.ts';
import type { VaultCtx } from '../../../ctx.ts';
import type { Piece } from '../../../oversight/audit/verification/verification-task.ts';
import { ledgerChecks } from './ledger-checks.ts';

interface Place {
  check: string;
  after: string;
}

/** A piece of the check of the ledger: some thousand rows, or one of the comparisons with what caused the transfers. */
export async function checkLedger(ctx: VaultCtx, books: readonly Book[], place: Place | null): Promise<Piece<Place>> {
  const checks = ledgerChecks(books, 'noted');
  // A release that names its parts otherwise begins again.
  const at = Math.max(
    0,
    checks.findIndex(({ name }) => name === place?.check),
  );
  const check = checks[at]!;
  const { last, problems } = await check.piece(ctx, check.name === place?.check ? place.after : check.start);
  const following = checks[at + 1];
  const next = last !== null ? { check: check.name, after: last } : following && startOf(following);
  const { done, total } = await measure(ctx, next);
  return { next: next ?? null, problems, done, total };
}

const startOf = ({ name, start }: { name: string; start: string }): Place => ({ check: name, after: start });

/** Nearly all of the time goes into links, transfers and accounts: their places say how far it is. */
async function measure({ sql }: VaultCtx, next: Place | undefined): Promise<{ done: number; total: number }> {
  const [ends] = await sql<{ links: number; transfers: number; accounts: number }[]>`
    select coalesce((select max(position) from ledger_chain), 0) as links,
      coalesce((select max(id) from ledger_transfers), 0) as transfers,
      coalesce((select max(id) from ledger_accounts), 0) as accounts`;
  const { links, transfers, accounts } = ends!;
  const total = links + transfers + accounts;
  const passed = {
    chain: ({ after }: Place) => (JSON.parse(after) as { position: number }).position,
    sealed: () => links,
    transfers: ({ after }: Place) => links + Number(after),
    accounts: ({ after }: Place) => links + transfers + Number(after),
  };
  const done = next && next.check in passed ? passed[next.check as keyof typeof passed](next) : total;
  return { done: Math.min(done, total), total };
}
