import { booksOf } from '#app/checks.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { runChecks } from '#features/office/books/verification/ledger-checks.ts';

export async function run(ctx: VaultCtx, [verb]: string[]): Promise<number> {
  if (verb !== 'verify') throw new Error('Usage: facevalue ledger verify');
  const counts = new Map<string, number>();
  let found = 0;
  for await (const { name, count, problems } of runChecks(ctx, booksOf(ctx.config.demo))) {
    for (const problem of problems) process.stdout.write(`${problem}\n`);
    found += problems.length;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  process.stdout.write(
    `${counts.get('transfers')} transfers over ${counts.get('accounts')} accounts: ${found === 0 ? 'every balance is correct' : `${found} problems`}\n`,
  );
  return found === 0 ? 0 : 1;
}
