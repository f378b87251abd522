import type { Ctx } from '#features/ctx.ts';
import { verifySellers } from '#features/sellers/books/verify-sellers.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';

export async function run(ctx: Ctx, [verb]: string[]): Promise<number> {
  if (verb !== 'verify') throw new Error('Usage: facevalue ledger verify');
  const { transfers, accounts, problems: balances } = await verifyLedger(ctx.sql);
  const problems = [...balances, ...(await verifySellers(ctx.sql))];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `${transfers} transfers over ${accounts} accounts: ${problems.length === 0 ? 'every balance is correct' : `${problems.length} problems`}\n`,
  );
  return problems.length === 0 ? 0 : 1;
}
