import type { Ctx } from '#features/ctx.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';

export async function run(ctx: Ctx, [verb]: string[]): Promise<number> {
  if (verb !== 'verify') throw new Error('Usage: facevalue audit verify');
  const { entries, problems } = await verifyAudit(ctx.sql);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(
    `${entries} entries: ${problems.length === 0 ? 'the chain is intact' : 'the chain is broken'}\n`,
  );
  return problems.length === 0 ? 0 : 1;
}
