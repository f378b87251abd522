import type { Input, Reply } from '#contracts/call.ts';
import type { proposeTopUpReturn as contract } from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { refuseObstacles } from './obstacles/refuse-obstacles.ts';
import { lockReturn } from './return/lock-return.ts';
import { returnKind } from './return/return-kind.ts';
import { readReturn } from './shown/read-return.ts';

/** One person checked it and proposes to send it. */
export async function proposeTopUpReturn(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const row = await lockReturn(sql, id, ['asked']);
    if (row.created_by === actor.user.id) throw new AppError('forbidden', message('top_up_return.opened_by_you'));
    await refuseObstacles(ctx, sql, row);
    const { user_id, deposit_id, coin, address, amount_cents } = row;
    const facts = { deposit_id, coin, address, amount_cents };
    await propose(ctx, sql, actor, { kind: returnKind, subject: id, facts, reason });
    const details = { return_id: id, coin, amount_cents, reason };
    await appendAudit(sql, { ...by(actor), action: 'top_up_return.proposed', subject: user_id, details });
    return readReturn(ctx, sql, actor, id);
  });
  return { data };
}
