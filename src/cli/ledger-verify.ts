import { booksOf } from '#app/checks.ts';
import { verifyAddresses } from '#features/coins/watcher/keys/verify-addresses.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { verifyLines } from '#features/shop/orders/seals/verify-lines.ts';
import { verifyPreorders } from '#features/shop/preorders/verify-preorders.ts';
import { verifySellers } from '#features/supply/sellers/books/verify-sellers.ts';
import { verifyAll } from '#platform/db/verify-all.ts';
import { verifyBooks } from '#platform/ledger/verify-books.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';

export async function run(ctx: VaultCtx, [verb]: string[]): Promise<number> {
  if (verb !== 'verify') throw new Error('Usage: facevalue ledger verify');
  const { transfers, accounts, problems: balances } = await verifyLedger(ctx.sql);
  const books = await verifyBooks(ctx.sql, booksOf(ctx.config.demo));
  const problems = [
    ...balances,
    ...books,
    ...(await verifySellers(ctx.sql)),
    ...(await verifyPreorders(ctx.sql)),
    ...(await verifyAll((after) => verifyLines(ctx.sql, ctx.vault, after))),
    ...(await verifyAll((after) => verifyAddresses(ctx, after))),
  ];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `${transfers} transfers over ${accounts} accounts: ${problems.length === 0 ? 'every balance is correct' : `${problems.length} problems`}\n`,
  );
  return problems.length === 0 ? 0 : 1;
}
