import type { Input, Reply } from '#contracts/call.ts';
import type { proposeReturnReversal as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { lockReturn } from '../return/lock-return.ts';
import { reversalKind } from '../return/reversal-kind.ts';
import { readReturn } from '../shown/read-return.ts';
import { refuseArrived } from './refuse-arrived.ts';
import { refuseKnown } from './refuse-known.ts';

/** Proposes to record that a top-up which was sent back came back, with what shows it. Until somebody else decides, it stays sent. */
export async function proposeReturnReversal(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { evidence, returned_on, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  await refuseArrived(ctx, id, evidence);
  const data = await transaction(ctx.sql, async (sql) => {
    const row = await lockReturn(sql, id, ['paid']);
    const { user_id, coin, amount_cents } = row;
    const { paid_at } = await readReturn(ctx, sql, actor, id);
    if (returned_on > ctx.clock.now().toISOString().slice(0, 10))
      throw invalidField('returned_on', message('payout.returned_later'));
    if (returned_on < (paid_at ?? '').slice(0, 10))
      throw invalidField('returned_on', message('top_up_return.returned_before'));
    await refuseKnown(sql, { id, coin, evidence });
    const facts = { coin, amount_cents, evidence, returned_on };
    await propose(ctx, sql, actor, { kind: reversalKind, subject: id, facts, reason });
    const details = { return_id: id, coin, amount_cents, evidence, returned_on };
    await appendAudit(sql, { ...by(actor), action: 'top_up_return.reversal_proposed', subject: user_id, details });
    return readReturn(ctx, sql, actor, id);
  });
  return { data };
}
