import type { Input, Reply } from '#contracts/call.ts';
import type { rejectBatch as contract } from '#contracts/supply/batches.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { batchKind } from './proposals/batch-kind.ts';
import { readBatch } from './read-batch.ts';

/** Refuses to put a batch on sale: its cards stay off it, and its approval can be asked for again. */
export async function rejectBatch(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const verdict = { id: body.proposal_id, decision: 'rejected', reason: body.reason } as const;
    await decide(ctx, sql, actor, { kind: batchKind, subject: id, ...verdict });
    return { data: await readBatch(sql, actor, id) };
  });
}
