import type { Input, Reply } from '#contracts/call.ts';
import type { releaseBrake as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { requireOthersBatch } from './require-others-batch.ts';
import { takeBatch } from './take-batch.ts';

/** Lets payouts go on for a braked batch that was withdrawn: one that is only paused is resumed instead. */
export async function releaseBrake(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  await transaction(ctx.sql, async (sql) => {
    await takeBatch(sql, id, ['withdrawn']);
    await requireOthersBatch(sql, actor, id);
    const { count } = await sql`update batches set braked_at = null where id = ${id} and braked_at is not null`;
    if (count === 0) throw new AppError('conflict', message('batch.not_braked'));
    await appendAudit(sql, { ...by(actor), action: 'batch.brake_released', subject: id, details: { reason } });
  });
  return { data: { state: 'withdrawn', cards: 0 } };
}
