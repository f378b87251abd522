import type { Input, Reply } from '#contracts/call.ts';
import type { openBatch as contract } from '#contracts/supply/batches.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { createBatch } from './create-batch.ts';
import { readBatch } from './read-batch.ts';

/** Opens a batch from the back office, where hashes come as hex. */
export async function openBatch(
  ctx: VaultCtx,
  actor: Actor,
  { body: { evidence_sha256, ...facts } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const evidence = Buffer.from(evidence_sha256, 'hex');
    const { id } = await createBatch(within(ctx, sql), actor, { ...facts, evidence_sha256: evidence });
    return { data: await readBatch(sql, actor, id) };
  });
}
