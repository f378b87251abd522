import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import type { FileRefused } from '../../../oversight/import-guard/read-rows.ts';
import { undoCards } from '../../batches/cards/undo-cards.ts';
import { suspendByGuard } from '../../programmes/suspension/suspend-by-guard.ts';
import { dropChunks } from './drop-chunks.ts';
import { guardDetails } from './guard-details.ts';

/** The guard found only while importing what its programme's cards carry (IG-24): everything of the file goes. */
export async function refuseCommitted(ctx: Ctx, actor: Actor, id: string, { rule, row }: FileRefused): Promise<void> {
  const batch_id = await transaction(ctx.sql, async (sql) => {
    const [refused] = await sql<{ batch_id: string; file_sha256: Buffer }[]>`
      update imports set state = 'refused', reason = 'guard', refused_rule = ${rule},
        refused_row = ${row}, data_key = null, ended_at = ${ctx.clock.now()}
      where id = ${id} and state = 'committing' returning batch_id, file_sha256`;
    if (!refused) return null;
    const voided = await undoCards(ctx, sql, id);
    await dropChunks(sql, id);
    const file_sha256 = refused.file_sha256.toString('hex');
    const details = { row, column: null, rule, voided, file_sha256, ...guardDetails };
    await appendAudit(sql, { ...by(actor), action: 'batch.refused', subject: refused.batch_id, details });
    await publishUserEvent(sql, actor.user.id, 'import', { id });
    return refused.batch_id;
  });
  if (batch_id) await suspendByGuard(ctx, actor, { batch_id, rule });
}
