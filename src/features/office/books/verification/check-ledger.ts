import type { Book } from '#platform/ledger/compare-book.ts';
import type { VaultCtx } from '../../../ctx.ts';
import type { Piece } from '../../../oversight/audit/verification/verification-task.ts';
import { beginRun, noteChecked, type Run } from './checked-note.ts';
import { ledgerChecks } from './ledger-checks.ts';

interface Place {
  check: string;
  after: string;
  run: Run;
}

/**
 * A piece of the check of the ledger: some thousand rows, or one of the comparisons with what caused the transfers. `long` is from how many
 * transfers on it may go on from where the last one ended.
 */
export async function checkLedger(
  ctx: VaultCtx,
  books: readonly Book[],
  stored: Place | null,
  long?: number,
): Promise<Piece<Place>> {
  // A place that an earlier release left says nothing of the run.
  const place = stored?.run ? stored : null;
  const run = place?.run ?? (await beginRun(ctx, long));
  const checks = ledgerChecks(books, { chain: 'noted', after: run.after });
  // A release that names its parts otherwise begins again.
  const at = Math.max(
    0,
    checks.findIndex(({ name }) => name === place?.check),
  );
  const check = checks[at]!;
  const { last, problems } = await check.piece(ctx, check.name === place?.check ? place.after : check.start);
  run.sound &&= problems.length === 0;
  const following = checks[at + 1];
  const next = last !== null ? { check: check.name, after: last, run } : following && { ...startOf(following), run };
  if (!next) await noteChecked(ctx, run, long);
  const { done, total } = await measure(ctx, next);
  return { next: next ?? null, problems, done, total };
}

const startOf = ({ name, start }: { name: string; start: string }) => ({ check: name, after: start });

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
