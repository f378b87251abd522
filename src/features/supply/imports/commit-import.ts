import type { Input, Reply } from '#contracts/call.ts';
import type { commitImport as contract } from '#contracts/supply/imports.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { beginCommit } from './commit/begin-commit.ts';
import { queueCommit } from './progress/commit-task.ts';
import { readImport } from './progress/read-imports.ts';

export async function commitImport(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await beginCommit(ctx, sql, actor, id);
    await queueCommit(sql, id);
    const data = await readImport(sql, id, ctx.clock.now());
    const details = { import_id: id, file_sha256: data.file_sha256 };
    await appendAudit(sql, { ...by(actor), action: 'import.committed', subject: data.batch_id, details });
    return { data };
  });
}
