import { DAY_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { undoCards } from '../../batches/cards/undo-cards.ts';
import { dropChunks } from '../commit/drop-chunks.ts';
import { queueCommit } from './commit-task.ts';
import { notifyImporter } from './notify-importer.ts';
import { STALLED_MS } from './stalled.ts';

const RETENTION_MS = DAY_MS;
/** Longer than an upload may take. */
const GIVEN_UP_MS = 150_000;

/** Lets imports go on whose process died, gives up checks that nobody runs any more, and deletes files after a day. */
export async function watchImports(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const silent = new Date(now.getTime() - STALLED_MS);
  const stalled = await ctx.sql<{ id: string; notified: boolean }[]>`
    select id, stall_notified_at is not null as notified from imports
    where state = 'committing' and heartbeat_at < ${silent}`;
  for (const { id, notified } of stalled) {
    await transaction(ctx.sql, async (sql) => {
      await queueCommit(sql, id);
      await sql`update imports set stall_notified_at = ${now} where id = ${id}`;
    });
    if (!notified) await notifyImporter(ctx, id);
  }
  await ctx.sql`
    update imports set state = 'cancelled', data_key = null, ended_at = ${now}
    where state = 'checking' and heartbeat_at < ${new Date(now.getTime() - GIVEN_UP_MS)}`;
  const old = await ctx.sql<{ id: string }[]>`
    select id from imports where state in ('checked', 'failed', 'committing')
      and created_at < ${new Date(now.getTime() - RETENTION_MS)}
      and heartbeat_at < ${silent}`;
  for (const { id } of old) await expire(ctx, id);
}

async function expire(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const [expired] = await sql<{ batch_id: string }[]>`
      update imports set state = 'expired', data_key = null, ended_at = ${now}
      where id = ${id} and state in ('checked', 'failed', 'committing') returning batch_id`;
    if (!expired) return;
    const voided = await undoCards(ctx, sql, id);
    await dropChunks(sql, id);
    const details = { import_id: id, voided };
    await appendAudit(sql, { actor_id: null, action: 'import.expired', subject: expired.batch_id, details });
  });
}
