import type { Input, Reply } from '#contracts/call.ts';
import type { withdrawBatch as contract } from '#contracts/supply/batches.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { dismiss } from '../../../oversight/four-eyes/dismiss.ts';
import { batchKind } from '../proposals/batch-kind.ts';
import { quarantineKind } from '../proposals/quarantine-kind.ts';
import { moveCards } from './move-cards.ts';
import { publishCarts } from './publish-carts.ts';
import { takeBatch } from './take-batch.ts';

/** Takes everything of a batch that isn't sold off sale for good, and closes what was proposed about it. */
export async function withdrawBatch(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const cards = await transaction(ctx.sql, async (sql) => {
    await takeBatch(sql, id, ['draft', 'imported', 'approved', 'paused']);
    await sql`update batches set state = 'withdrawn' where id = ${id}`;
    await cancelImports(sql, id, ctx.clock.now());
    const cards = await moveCards(ctx, sql, {
      batch_id: id,
      which: sql`state in ('quarantined', 'unconfirmed', 'available', 'paused')`,
      state: sql`'withdrawn'`,
    });
    await publishCarts(sql, sql`c.batch_id = ${id}`);
    await dismiss(ctx, sql, actor, { kind: batchKind, subject: id, reason });
    const quarantines = await sql<{ id: string }[]>`select id from quarantines where batch_id = ${id}`;
    for (const quarantine of quarantines)
      await dismiss(ctx, sql, actor, { kind: quarantineKind, subject: quarantine.id, reason });
    await appendAudit(sql, { ...by(actor), action: 'batch.withdrawn', subject: id, details: { reason, cards } });
    return cards;
  });
  return { data: { state: 'withdrawn', cards } };
}

/** Waits for the chunk that is being imported; no other one follows. */
async function cancelImports(sql: Tx, batch_id: string, now: Date): Promise<void> {
  await sql`
    update imports set state = 'cancelled', data_key = null, ended_at = ${now}
    where batch_id = ${batch_id} and state in ('checking', 'checked', 'committing', 'failed')`;
  await sql`delete from import_chunks where import_id in (select id from imports where batch_id = ${batch_id})`;
}
