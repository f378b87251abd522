import type { Input, Reply } from '#contracts/call.ts';
import type { labelOutflow as contract } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { appendLabel } from './labels/append-label.ts';
import { readOutflow } from './listed/read-outflow.ts';

/** A person says what an outflow was for, or says it anew: the newest label counts. */
export async function labelOutflow(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { label, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (label === 'other' && reason === null) throw invalidField('reason', message('outflow.say_what'));
  const data = await transaction(ctx.sql, async (sql) => {
    const { coin, txid, ...before } = await readOutflow(ctx, sql, id);
    // Sent twice, or by two people who agree: nothing is said anew.
    if (before.label === label && before.reason === reason)
      throw new AppError('conflict', message('outflow.same_label'));
    await appendLabel(ctx, sql, actor, { coin, txid, label, reason });
    return readOutflow(ctx, sql, id);
  });
  return { data };
}
