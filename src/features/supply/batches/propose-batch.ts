import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { awaitsApproval } from './awaits-approval.ts';
import { batchKind } from './proposals/batch-kind.ts';

/** Asks for the approval of what was imported into a batch: after an import, and again after that was withdrawn. */
export async function proposeBatch(ctx: Ctx, actor: Actor, { batch_id }: { batch_id: string }): Promise<void> {
  requireDuty(actor, 'importer');
  await transaction(ctx.sql, async (sql) => {
    const [batch] = await sql<{ state: string; name: string }[]>`
      select state, name from batches where id = ${batch_id} for update`;
    if (!batch) throw new AppError('not_found', message('batch.not_found'));
    if (!(await awaitsApproval(sql, batch_id))) throw new AppError('conflict', message('batch.not_imported'));
    await propose(ctx, sql, actor, { kind: batchKind, subject: batch_id, facts: { name: batch.name } });
  });
}
