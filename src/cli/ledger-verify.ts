import { booksOf } from '#app/checks.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { ledgerChecks } from '#features/office/books/verification/ledger-checks.ts';

export async function run(ctx: VaultCtx, [verb]: string[]): Promise<number> {
  if (verb !== 'verify') throw new Error('Usage: facevalue ledger verify');
  const counts = new Map<string, number>();
  let problems = 0;
  for (const { name, start, piece } of ledgerChecks(booksOf(ctx.config.demo))) {
    for (let after: string | null = start; after !== null; ) {
      const found = await piece(ctx, after);
      for (const problem of found.problems) process.stdout.write(`${problem}\n`);
      problems += found.problems.length;
      counts.set(name, (counts.get(name) ?? 0) + (found.count ?? 0));
      after = found.last;
    }
  }
  process.stdout.write(
    `${counts.get('transfers')} transfers over ${counts.get('accounts')} accounts: ${problems === 0 ? 'every balance is correct' : `${problems} problems`}\n`,
  );
  return problems === 0 ? 0 : 1;
}
